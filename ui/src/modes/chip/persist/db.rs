//! Projects and their versions in the browser's database (IndexedDB).
//!
//! A record is a JSON text, so a damaged one can still be given to the user as it is. Each storing of a project names
//! the revision that it is based on. If the database has another revision, nothing is written, so two tabs cannot
//! overwrite each other's work.

use crate::modes::chip::store::history::Version;
use crate::modes::chip::store::project::Project;
use js_sys::{Array, Function, Promise};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbKeyRange, IdbObjectStore, IdbRequest, IdbTransaction, IdbTransactionMode};

const NAME: &str = "mcore-lab";
/// Edition of the layout below; a later edition of the page raises it and migrates the records.
const EDITION: u32 = 2;
const PROJECTS: &str = "projects";
const VERSIONS: &str = "versions";
/// Undo histories of the editor, since edition 2: one record per file.
const UNDO: &str = "undo";
/// Timeout for opening the database, in milliseconds. Some browsers never answer.
const PATIENCE_MS: i32 = 4000;

/// The result of an operation, or the browser's error.
type Answer<T> = Result<T, JsValue>;

/// The result of storing a project.
#[derive(Debug)]
pub enum Stored {
    /// It is stored, with this revision.
    As(u64),
    /// Another tab has stored the project since: its present record, if it can be read.
    Conflict(Option<Box<Project>>),
}

/// The open database.
#[derive(Debug)]
pub struct Db(IdbDatabase);

/// The result of a request, when it is ready.
async fn answer(request: &IdbRequest) -> Answer<JsValue> {
    let done = Promise::new(&mut |resolve: Function, reject: Function| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    match JsFuture::from(done).await {
        Ok(_) => request.result(),
        Err(event) => Err(request.error().ok().flatten().map_or(event, JsValue::from)),
    }
}

/// The end of a transaction: only then are its writes stored.
fn end(transaction: &IdbTransaction) -> impl Future<Output = Answer<()>> + use<> {
    let transaction = transaction.clone();
    let done = Promise::new(&mut |resolve: Function, reject: Function| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onabort(Some(&reject));
    });
    async move {
        match JsFuture::from(done).await {
            Ok(_) => Ok(()),
            Err(event) => Err(transaction.error().map_or(event, JsValue::from)),
        }
    }
}

/// Keys of all versions of a project.
fn versions_of(id: &str) -> Answer<IdbKeyRange> {
    // Digits follow the line feed, and a colon is the character after the digits.
    IdbKeyRange::bound(&format!("{id}\n").into(), &format!("{id}\n:").into())
}

fn version_key(id: &str, at: u64) -> JsValue {
    format!("{id}\n{at:014}").into()
}

/// Keys of the undo histories of a project's files.
fn undo_of(id: &str) -> Answer<IdbKeyRange> {
    // No file name starts with the last of all characters.
    IdbKeyRange::bound(&undo_key(id, ""), &undo_key(id, "\u{ffff}"))
}

fn undo_key(id: &str, file: &str) -> JsValue {
    format!("{id}\n{file}").into()
}

impl Db {
    /// Opens the database, and creates it if there is none.
    pub async fn open() -> Answer<Self> {
        let factory = gloo_utils::window().indexed_db()?.ok_or_else(|| JsValue::from_str("no IndexedDB"))?;
        let request = factory.open_with_u32(NAME, EDITION)?;
        let upgraded = request.clone();
        // Dropped after its call, not at the timeout: a database that opens late is set up as well.
        let make = wasm_bindgen::closure::Closure::once_into_js(move || {
            if let Ok(db) = upgraded.result().and_then(JsValue::dyn_into::<IdbDatabase>) {
                for store in [PROJECTS, VERSIONS, UNDO] {
                    // Fails only if it exists already.
                    let _ = db.create_object_store(store);
                }
            }
        });
        request.set_onupgradeneeded(Some(make.unchecked_ref()));
        let late = Promise::new(&mut |_: Function, reject: Function| {
            let window = gloo_utils::window();
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&reject, PATIENCE_MS);
        });
        let opened = Promise::new(&mut |resolve: Function, reject: Function| {
            request.set_onsuccess(Some(&resolve));
            request.set_onerror(Some(&reject));
        });
        match JsFuture::from(Promise::race(&Array::of2(&opened, &late))).await {
            Ok(_) => {}
            Err(event) => return Err(request.error().ok().flatten().map_or(event, JsValue::from)),
        }
        let db: IdbDatabase = request.result()?.dyn_into()?;
        // A later edition of the page in another tab needs the database closed for its migration.
        let closing = db.clone();
        let close = wasm_bindgen::closure::Closure::<dyn FnMut()>::new(move || closing.close());
        db.set_onversionchange(Some(close.as_ref().unchecked_ref()));
        close.forget();
        Ok(Self(db))
    }

    fn store(&self, name: &str, mode: IdbTransactionMode) -> Answer<(IdbTransaction, IdbObjectStore)> {
        let transaction = self.0.transaction_with_str_and_mode(name, mode)?;
        let store = transaction.object_store(name)?;
        Ok((transaction, store))
    }

    /// Every record of a project: its key and its text.
    pub async fn projects(&self) -> Answer<Vec<(String, String)>> {
        let (_, store) = self.store(PROJECTS, IdbTransactionMode::Readonly)?;
        let (keys, values) = (store.get_all_keys()?, store.get_all()?);
        let keys = Array::from(&answer(&keys).await?);
        // The event of this request may have been missed while waiting for the other one; the result is still there.
        let values = match values.result() {
            Ok(values) => values,
            Err(_) => answer(&values).await?,
        };
        let texts = Array::from(&values);
        let text = |value: JsValue| value.as_string().unwrap_or_else(|| format!("{value:?}"));
        Ok(keys.iter().zip(texts.iter()).map(|(key, value)| (text(key), text(value))).collect())
    }

    /// A project in its stored state.
    pub async fn project(&self, id: &str) -> Answer<Option<Project>> {
        let (_, store) = self.store(PROJECTS, IdbTransactionMode::Readonly)?;
        let found = answer(&store.get(&id.into())?).await?.as_string();
        Ok(found.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Stores a project that is based on its `revision`.
    pub async fn put(&self, project: &Project) -> Answer<Stored> {
        let (transaction, store) = self.store(PROJECTS, IdbTransactionMode::Readwrite)?;
        let done = end(&transaction);
        let there = answer(&store.get(&project.id.as_str().into())?).await?;
        let now: Option<Project> = there.as_string().and_then(|text| serde_json::from_str(&text).ok());
        let revision = match (&now, there.is_undefined()) {
            (Some(now), _) => Some(now.revision),
            (None, true) => Some(0),
            (None, false) => None,
        };
        if revision != Some(project.revision) {
            return Ok(Stored::Conflict(now.map(Box::new)));
        }
        let next = Project { revision: project.revision + 1, ..project.clone() };
        let text = serde_json::to_string(&next).map_err(|e| JsValue::from_str(&e.to_string()))?;
        store.put_with_key(&text.into(), &next.id.as_str().into())?;
        done.await?;
        Ok(Stored::As(next.revision))
    }

    /// Removes a project with its versions and undo histories.
    pub async fn remove(&self, id: &str) -> Answer<()> {
        for (name, key) in [(PROJECTS, id.into()), (VERSIONS, versions_of(id)?.into()), (UNDO, undo_of(id)?.into())] {
            let (transaction, store) = self.store(name, IdbTransactionMode::Readwrite)?;
            let done = end(&transaction);
            store.delete(&key)?;
            done.await?;
        }
        Ok(())
    }

    /// The undo histories of a project's files: name and history, in the editor's format.
    pub async fn undo(&self, id: &str) -> Answer<Vec<(String, String)>> {
        let (_, store) = self.store(UNDO, IdbTransactionMode::Readonly)?;
        let range = undo_of(id)?;
        let (keys, values) =
            (store.get_all_keys_with_key(&range.clone().into())?, store.get_all_with_key(&range.into())?);
        let keys = Array::from(&answer(&keys).await?);
        // As in `projects`.
        let values = match values.result() {
            Ok(values) => values,
            Err(_) => answer(&values).await?,
        };
        let own = undo_key(id, "").as_string().unwrap_or_default();
        let name = |key: JsValue| Some(key.as_string()?.strip_prefix(&own)?.to_owned());
        Ok(keys.iter().zip(Array::from(&values).iter()).filter_map(|(k, v)| Some((name(k)?, v.as_string()?))).collect())
    }

    /// Stores the undo history of a file; an empty history removes it.
    pub async fn keep_undo(&self, id: &str, file: &str, history: &str) -> Answer<()> {
        let (transaction, store) = self.store(UNDO, IdbTransactionMode::Readwrite)?;
        let done = end(&transaction);
        let key = undo_key(id, file);
        if history.is_empty() {
            store.delete(&key)?;
        } else {
            store.put_with_key(&history.into(), &key)?;
        }
        done.await
    }

    /// The versions of a project, the oldest first; unreadable ones are omitted.
    pub async fn versions(&self, id: &str) -> Answer<Vec<Version>> {
        let (_, store) = self.store(VERSIONS, IdbTransactionMode::Readonly)?;
        let texts = Array::from(&answer(&store.get_all_with_key(&versions_of(id)?.into())?).await?);
        Ok(texts.iter().filter_map(|t| serde_json::from_str(&t.as_string()?).ok()).collect())
    }

    /// Adds versions of a project and removes those with the times `gone`.
    pub async fn change_versions(&self, id: &str, new: &[Version], gone: &[u64]) -> Answer<()> {
        let (transaction, store) = self.store(VERSIONS, IdbTransactionMode::Readwrite)?;
        let done = end(&transaction);
        for version in new {
            let text = serde_json::to_string(version).map_err(|e| JsValue::from_str(&e.to_string()))?;
            store.put_with_key(&text.into(), &version_key(id, version.at))?;
        }
        for at in gone {
            store.delete(&version_key(id, *at))?;
        }
        done.await
    }
}

/// Asks the browser not to evict the stored data when space runs short; `None` if it does not support that.
pub async fn ask_to_persist() -> Option<bool> {
    // It exists only in secure contexts; the binding assumes it always does.
    let navigator = gloo_utils::window().navigator();
    let manager = js_sys::Reflect::get(&navigator, &"storage".into()).ok()?;
    let manager = manager.dyn_into::<web_sys::StorageManager>().ok()?;
    JsFuture::from(manager.persist().ok()?).await.ok()?.as_bool()
}
