//! Texts that are nearly C programs end with findings or with assembly. `cargo xtask oracle cc fuzz` runs more of them.

mod mutate;

#[test]
fn texts_that_are_nearly_c_never_panic() {
    let (mut good, mut wrong) = (0, 0);
    for number in 0..1_500 {
        let text = mutate::text(number);
        match std::panic::catch_unwind(|| mutate::compile(number, &text)) {
            Ok(0) => good += 1,
            Ok(_) => wrong += 1,
            Err(_) => panic!("text {number}:\n{text}"),
        }
    }
    // Both outcomes are frequent, so that the passes after the front end are tested too.
    assert!(good > 20 && wrong > 500, "{good} good, {wrong} wrong");
}
