//! The errors with which MPIMC stops the chip.
//!
//! A unit of MPIMC prints the call, the English text and a value, and notes the number of the error in its state
//! ([`state::ERROR`](super::state::ERROR)). The simulator explains the error by this number.

use super::MARK_ERROR;

macro_rules! errors {
    ($($variant:ident $name:ident { $en:literal $ja:literal })*) => {
        /// An error; its number is that of the mark, see [`Error::mark`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Error {
            $(#[doc = $en] $variant,)*
        }

        impl Error {
            /// All errors, by number from 1; those about another rank are the last ones.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name in the header of MPIMC after `MPIMC_`, its text, and the text in Japanese with a place for each value.
            const fn row(self) -> (&'static str, &'static str, &'static str) {
                match self {
                    $(Self::$variant => (stringify!($name), $en, $ja),)*
                }
            }
        }
    };
}

errors! {
    FileFailed FILE_FAILED {
        "a call of a file has failed; class of the error:"
        "ファイルの呼び出しが失敗しました（エラーのクラスは {}）"
    }
    NoFunction NO_FUNCTION {
        "a function is wanted, and place in the table; operations made:"
        "関数がないか、演算の表がいっぱいです（作った演算は {} 個）"
    }
    TooManyDirections TOO_MANY_DIRECTIONS {
        "a grid has at most 8 directions, not"
        "格子の次元は 8 までです（{} は使えません）"
    }
    NeverReceived NEVER_RECEIVED {
        "a message was never received; it is from rank"
        "ランク {} からのメッセージが受信されないまま残っています"
    }
    OpenReceive OPEN_RECEIVE {
        "a receive has not ended; call MPI_Wait for it; its tag:"
        "終わっていない受信があります（タグ {}）。MPI_Wait を呼んでください"
    }
    EndsByWait ENDS_BY_WAIT {
        "a request of a call of all ranks ends by MPI_Wait or MPI_Test only:"
        "集団通信の要求 ({}) は MPI_Wait か MPI_Test でだけ完了します"
    }
    OpenSend OPEN_SEND {
        "a send has not ended; call MPI_Wait for it; its rank:"
        "終わっていない送信があります（宛先はランク {}）。MPI_Wait を呼んでください"
    }
    NegativeSize NEGATIVE_SIZE {
        "a size must not be negative:"
        "大きさに負の値は使えません ({})"
    }
    NoOrder NO_ORDER {
        "an array has a direction and MPI_ORDER_C or MPI_ORDER_FORTRAN; order:"
        "配列には 1 以上の次元と、MPI_ORDER_C か MPI_ORDER_FORTRAN が必要です（順序は {}）"
    }
    HeapDiffers HEAP_DIFFERS {
        "call it before the first malloc: the heap differs from node to node at"
        "最初の malloc より前に呼んでください。ヒープの使い方がノードによって違います（アドレス {}）"
    }
    CalledBefore CALLED_BEFORE {
        "it has been called before; calls of it and MPI_Finalize:"
        "すでに呼ばれています（MPI_Init と MPI_Finalize の呼び出しは合わせて {} 回）"
    }
    Outside OUTSIDE {
        "it must be between MPI_Init and MPI_Finalize; calls of them:"
        "MPI_Init と MPI_Finalize の間で呼んでください（これまでの呼び出しは {} 回）"
    }
    NegativeBlocks NEGATIVE_BLOCKS {
        "numbers of blocks and elements must not be negative:"
        "ブロック数と要素数に負の値は使えません ({})"
    }
    NullBuffer NULL_BUFFER {
        "the buffer is a null pointer, and the count is"
        "バッファがヌルポインタですが、要素数は {} です"
    }
    NegativeColour NEGATIVE_COLOUR {
        "the colour must not be negative:"
        "色に負の値は使えません ({})"
    }
    TooFewRanks TOO_FEW_RANKS {
        "the communicator has fewer ranks than the grid has places:"
        "コミュニケータのランクの数が、格子の大きさ ({}) に足りません"
    }
    NoRank NO_RANK {
        "the communicator has no rank"
        "コミュニケータにランク {} はありません"
    }
    NegativeCount NEGATIVE_COUNT {
        "the count must not be negative:"
        "要素数に負の値は使えません ({})"
    }
    NoCoordinate NO_COORDINATE {
        "the grid has no such coordinate:"
        "格子に座標 {} はありません"
    }
    NoDirection NO_DIRECTION {
        "the grid has no such direction:"
        "格子に次元 {} はありません"
    }
    NoRankOfGroup NO_RANK_OF_GROUP {
        "the group has no rank"
        "グループにランク {} はありません"
    }
    WrongRankOfGroup WRONG_RANK_OF_GROUP {
        "the group has no such rank, or it is there twice:"
        "グループにランク {} がないか、2 回指定されています"
    }
    TooLong TOO_LONG {
        "the message does not fit the buffer; its bytes:"
        "メッセージ（{} バイト）がバッファに入りません"
    }
    NoMemory NO_MEMORY {
        "the node has no memory left for a message; bytes:"
        "ノードのメモリに、メッセージのための {} バイトの空きがありません"
    }
    WrongOperation WRONG_OPERATION {
        "the operation does not go with this type:"
        "この型に演算 {} は使えません"
    }
    PartOutside PART_OUTSIDE {
        "the part is not inside the array in direction"
        "次元 {} で、部分が配列の外に出ています"
    }
    NotMadeComm NOT_MADE_COMM {
        "the program did not make this communicator:"
        "プログラムが作ったコミュニケータではありません ({})"
    }
    NotMadeType NOT_MADE_TYPE {
        "the program has not made the type"
        "プログラムが作った型ではありません ({})"
    }
    WrongDistribution WRONG_DISTRIBUTION {
        "the array cannot be dealt out like this in direction"
        "次元 {} では、配列をこのように分配できません"
    }
    NoRoom NO_ROOM {
        "the rest of the buffer is too short for the elements; their bytes:"
        "バッファの残りに要素（{} バイト）が入りません"
    }
    NoRepresentation NO_REPRESENTATION {
        "the name must be external32; the first character of this one:"
        "名前は external32 でなければなりません（先頭の文字の番号は {}）"
    }
    TooFewPlaces TOO_FEW_PLACES {
        "the call that made the type had more arguments than there are places:"
        "型を作った呼び出しの引数が、受け取る場所の数 ({}) より多くあります"
    }
    NoTypeOfSize NO_TYPE_OF_SIZE {
        "there is no such type with this number of bytes:"
        "{} バイトのそのような型はありません"
    }
    Aborted ABORTED {
        "the program stops the chip with the code"
        "プログラムがコード {} でチップを止めました"
    }
    RankMapSize RANK_MAP_SIZE {
        "the rank map is for a chip of another size; its columns:"
        "ランクの写像が、大きさの違うチップのものです（列の数は {}）"
    }
    NoSize NO_SIZE {
        "the size of a direction must be positive:"
        "次元の大きさは正でなければなりません ({})"
    }
    WrongSizes WRONG_SIZES {
        "the sizes do not make this number of nodes:"
        "大きさの積がノード数 {} になりません"
    }
    WrongTag WRONG_TAG {
        "the tag must be in 0 to 32767, not"
        "タグは 0 から 32767 までです（{} は使えません）"
    }
    NoGrid NO_GRID {
        "this communicator has no grid; MPI_Cart_create makes one:"
        "このコミュニケータ ({}) に格子はありません。MPI_Cart_create で作ります"
    }
    NoCode NO_CODE {
        "this is no code of an error:"
        "エラーコードではありません ({})"
    }
    NoComm NO_COMM {
        "this is no communicator:"
        "コミュニケータではありません ({})"
    }
    NoGroup NO_GROUP {
        "this is no group:"
        "グループではありません ({})"
    }
    NoHandler NO_HANDLER {
        "this is no handler of errors:"
        "エラーハンドラではありません ({})"
    }
    NoRequest NO_REQUEST {
        "this is no open request:"
        "完了していない要求ではありません ({})"
    }
    NotMadeOperation NOT_MADE_OPERATION {
        "this is no operation that the program made:"
        "プログラムが作った演算ではありません ({})"
    }
    NoOperation NO_OPERATION {
        "this is no operation:"
        "演算ではありません ({})"
    }
    NoType NO_TYPE {
        "this is no type:"
        "データ型ではありません ({})"
    }
    NotPrepared NOT_PREPARED {
        "this request is no prepared one, or is in use:"
        "永続要求ではないか、使用中です ({})"
    }
    NoDivisor NO_DIVISOR {
        "this size does not divide the number of nodes:"
        "ノード数が大きさ {} で割り切れません"
    }
    TooManyComms TOO_MANY_COMMS {
        "too many communicators were made:"
        "コミュニケータを作りすぎています ({})"
    }
    NoKey NO_KEY {
        "this is no key that the program made for this kind of object:"
        "この種類のオブジェクトのためにプログラムが作ったキーではありません ({})"
    }
    NoInfo NO_INFO {
        "this is no info:"
        "info ではありません ({})"
    }
    TextLength TEXT_LENGTH {
        "a key has 1 to 255 characters, and a value 1 to 1024, not"
        "キーは 1 から 255 文字、値は 1 から 1024 文字です（{} 文字は使えません）"
    }
    NoHint NO_HINT {
        "the info has no such key; its number:"
        "info にそのキーはありません（番号 {}）"
    }
    Reported REPORTED {
        "the program reports the error with the code"
        "プログラムがコード {} のエラーを報告しました"
    }
    NoBufferRoom NO_BUFFER_ROOM {
        "the attached buffer has no room for the message; bytes with MPI_BSEND_OVERHEAD:"
        "接続されたバッファに、メッセージのための {} バイト（MPI_BSEND_OVERHEAD を含む）の空きがありません"
    }
    BufferAttached BUFFER_ATTACHED {
        "a buffer is attached; call MPI_Buffer_detach first; its bytes:"
        "バッファ（{} バイト）が接続されたままです。先に MPI_Buffer_detach を呼んでください"
    }
    NoBuffer NO_BUFFER {
        "no buffer is attached; bytes:"
        "バッファが接続されていません（{} バイト）"
    }
    NoMessage NO_MESSAGE {
        "this is no message that MPI_Mprobe has found:"
        "MPI_Mprobe が見つけたメッセージではありません ({})"
    }
    NoStep NO_STEP {
        "the step of a range must not be 0; the range:"
        "範囲の間隔に 0 は使えません（{} 番目の範囲）"
    }
    NoKind NO_KIND {
        "there is only MPI_COMM_TYPE_SHARED, not"
        "使えるのは MPI_COMM_TYPE_SHARED だけです（{} は使えません）"
    }
    NoInter NO_INTER {
        "this communicator has no remote group:"
        "このコミュニケータ ({}) に相手のグループはありません"
    }
    GraphTooLarge GRAPH_TOO_LARGE {
        "the communicator has fewer ranks than the graph has nodes:"
        "コミュニケータのランクの数が、グラフの頂点の数 ({}) に足りません"
    }
    WrongIndex WRONG_INDEX {
        "the ends of the edges of the nodes must not go back:"
        "頂点ごとの辺の終わりは、前より小さくできません ({})"
    }
    NoNode NO_NODE {
        "the graph has no node"
        "グラフに頂点 {} はありません"
    }
    NoGraph NO_GRAPH {
        "this communicator has no such graph:"
        "このコミュニケータ ({}) に、その種類のグラフはありません"
    }
    NoNeighbors NO_NEIGHBORS {
        "this communicator has neither a grid nor a graph:"
        "このコミュニケータ ({}) に格子もグラフもありません"
    }
    NoWindow NO_WINDOW {
        "this is no window:"
        "ウィンドウではありません ({})"
    }
    EpochOpen EPOCH_OPEN {
        "another epoch of the window must end first; ranks in it:"
        "先にウィンドウの別のエポックを終えてください（エポック中のランクは {} 個）"
    }
    NoAccess NO_ACCESS {
        "no epoch is open: call MPI_Win_fence, MPI_Win_start or MPI_Win_lock first; its target:"
        "エポックが始まっていません。先に MPI_Win_fence、MPI_Win_start、MPI_Win_lock のどれかを呼んでください（相手はランク {}）"
    }
    NotInEpoch NOT_IN_EPOCH {
        "this rank is not locked, and not in the group of MPI_Win_start:"
        "ランク {} はロックされておらず、MPI_Win_start のグループにも入っていません"
    }
    LockedTwice LOCKED_TWICE {
        "this rank is locked already:"
        "ランク {} はすでにロックされています"
    }
    NotLocked NOT_LOCKED {
        "this rank is not locked:"
        "ランク {} はロックされていません"
    }
    NotStarted NOT_STARTED {
        "MPI_Win_start comes first; epochs that it has begun:"
        "先に MPI_Win_start を呼んでください（始まっているエポックは {} 個）"
    }
    NotPosted NOT_POSTED {
        "MPI_Win_post comes first; epochs that it has begun:"
        "先に MPI_Win_post を呼んでください（始まっているエポックは {} 個）"
    }
    OutsideWindow OUTSIDE_WINDOW {
        "the access is not inside the window of its target; its end in bytes:"
        "アクセスが相手のウィンドウの外に出ています（終わりの位置は {} バイト）"
    }
    NoLockType NO_LOCK_TYPE {
        "a lock is MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE, not"
        "ロックは MPI_LOCK_SHARED か MPI_LOCK_EXCLUSIVE です（{} は使えません）"
    }
    NoUnit NO_UNIT {
        "the unit of displacements must be positive:"
        "変位の単位は正でなければなりません ({})"
    }
    NotOneNode NOT_ONE_NODE {
        "nodes share no memory, so the communicator must have one rank, not"
        "ノード間の共有メモリはないので、コミュニケータのランクは 1 つでなければなりません（{} 個は使えません）"
    }
    WrongFlavour WRONG_FLAVOUR {
        "the call does not go with this kind of window:"
        "この種類のウィンドウには使えません ({})"
    }
    NotAttached NOT_ATTACHED {
        "this memory is not attached:"
        "このメモリは登録されていません ({})"
    }
    OtherCount OTHER_COUNT {
        "gave another count or type; its bytes:"
        "ランク {} とは要素数か型が違います（相手は {} バイト）"
    }
    OtherOperation OTHER_OPERATION {
        "gave another operation to"
        "ランク {} が {} に渡した演算が違います"
    }
    OtherRoot OTHER_ROOT {
        "gave another root:"
        "ランク {} が渡したルートが違います（相手のルートは {}）"
    }
    OtherNotWaited OTHER_NOT_WAITED {
        "has not waited for"
        "ランク {} は {} の完了を待っていません"
    }
    OtherCall OTHER_CALL {
        "made another call of all ranks:"
        "ランク {} は別の集団通信 {} を呼んでいます"
    }
    OtherNeverReceived OTHER_NEVER_RECEIVED {
        "sent a message that was never received, in"
        "ランク {} が {} で送ったメッセージが受信されないまま残っています"
    }
    Unattached UNATTACHED {
        "used memory that is not attached, at"
        "ランク {} が、登録されていないメモリを使いました（アドレス {}）"
    }
}

impl Error {
    /// The word that MPIMC notes when it stops the chip.
    pub fn mark(self) -> u32 {
        MARK_ERROR | u32::from(self.number())
    }

    /// The error of a mark.
    pub fn of_mark(mark: u32) -> Option<Self> {
        let number = mark.checked_sub(MARK_ERROR)?.checked_sub(1)?;
        Self::ALL.get(number as usize).copied()
    }

    /// Its number, from 1: the first character of its text in C.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Its name in C, after `MPIMC_`.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// Its text as MPIMC prints it, between the call (or the other rank) and the value.
    pub fn text(self) -> &'static str {
        self.row().1
    }

    /// Its text in Japanese; `{}` is the value, or the rank and then the value.
    pub fn japanese(self) -> &'static str {
        self.row().2
    }

    /// It is about another rank.
    pub fn is_about_rank(self) -> bool {
        self as u8 >= Self::OtherCount as u8
    }
}
