//! The JSON output of the command conforms to the schemas in `docs/`.

use crate::common::{command, file, finish, mcore};
use jsonschema::Validator;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../docs/{name}.schema.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn lines(text: &str) -> Vec<Value> {
    let all: Vec<Value> = text.lines().map(json).collect();
    assert!(!all.is_empty());
    all
}

/// Validates outputs against a schema, which must refuse them with a key too many or too few.
fn hold(name: &str, outputs: &[Value], optional: &[&str]) {
    let schema = schema(name);
    assert!(jsonschema::meta::is_valid(&schema), "{name} is no schema");
    let validator = jsonschema::validator_for(&schema).unwrap_or_else(|e| panic!("{name}: {e}"));
    for output in outputs {
        let errors: Vec<String> =
            validator.iter_errors(output).map(|e| format!("{} at {}", e, e.instance_path())).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}\n{output}");
        only_these_keys(name, &validator, output, &mut Vec::new(), optional);
    }
}

/// Checks that every object in a value needs its keys and accepts no others; the keys of tables are names, which may
/// differ.
fn only_these_keys(name: &str, validator: &Validator, whole: &Value, path: &mut Vec<String>, optional: &[&str]) {
    const TABLES: [&str; 4] = ["mix", "by_name", "stalled", "miss_rates"];
    let pointer: String = path.iter().map(|part| format!("/{part}")).collect();
    let here = whole.pointer(&pointer).expect("there").clone();
    match here {
        Value::Object(keys) if !path.last().is_some_and(|last| TABLES.contains(&last.as_str())) => {
            let changed = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
                let mut changed = whole.clone();
                change(changed.pointer_mut(&pointer).and_then(Value::as_object_mut).expect("an object"));
                validator.is_valid(&changed)
            };
            assert!(!changed(&|o| drop(o.insert("strange".into(), Value::Null))), "{name}{pointer} takes any key");
            for key in keys.keys() {
                if !optional.contains(&key.as_str()) {
                    assert!(!changed(&|o| drop(o.remove(key))), "{name}{pointer} does not need `{key}`");
                }
                path.push(key.clone());
                only_these_keys(name, validator, whole, path, optional);
                path.pop();
            }
        }
        // The first one represents all: they have the same schema.
        Value::Array(items) if items.first().is_some_and(|item| item.is_object() || item.is_array()) => {
            path.push("0".into());
            only_these_keys(name, validator, whole, path, optional);
            path.pop();
        }
        _ => {}
    }
}

/// The last line of standard error.
fn statistics(arguments: &str) -> Value {
    let ran = mcore(arguments);
    json(ran.err.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{arguments}: {ran:?}")))
}

#[test]
fn statistics_of_runs() {
    let wait =
        file("schema/wait.s", ".data\nx: .word 0\n.text\nmain: lw $t0, x\n beqz $t0, main\n li $v0, 10\n syscall\n");
    let early = "../../../tests/cases/checks/read-too-early.s";
    let trap = file("schema/trap.s", "main: break 7\n");
    let outputs = [
        statistics("run --nodes 2x1 --stats json tiny.s"),
        statistics("run --nodes 2x1 --stats json --check tiny.s"),
        statistics(&format!("run --nodes 2x2 --stats json --check {early}")),
        statistics(&format!("run --stats json {wait}")),
        statistics(&format!("run --stats json {trap}")),
        statistics("run --nodes 2x1 --stats json --max-cycles 20 tiny.s"),
    ];
    let ended: Vec<&str> = outputs.iter().filter_map(|o| o["outcome"].as_str()).collect();
    assert_eq!(ended, ["halted", "halted", "halted", "deadlock", "trapped", "cycle-limit"]);
    assert!(!outputs[2]["checks"]["reports"].as_array().expect("reports").is_empty(), "{}", outputs[2]);
    hold("run-stats", &outputs, &[]);
}

#[test]
fn profiles_of_runs() {
    let outputs = ["functions", "lines"]
        .map(|by| statistics(&format!("run -q --nodes 2x1 --profile {by} --profile-format json tiny.s")));
    assert_eq!(outputs[0], outputs[1], "the object has all lists");
    let sum = |list: &str| {
        let rows = outputs[0][list].as_array().expect(list);
        rows.iter()
            .map(|row| row["computing"].as_u64().expect("computing") + row["polling"].as_u64().expect("polling"))
            .sum::<u64>()
    };
    let total = outputs[0]["total"].as_u64().expect("total");
    assert_eq!((sum("functions"), sum("ranks")), (total, total));
    hold("run-profile", &outputs, &[]);
    let profile = json(&mcore("run -q --nodes 2x1 -O2 --mpi-profile json ping.c").err);
    hold("mpi-profile", &[profile], &[]);
}

#[test]
fn series_of_runs() {
    let path = file("schema/series.json", "");
    let ran = mcore(&format!("run -q --nodes 2x1 --series {path} tiny.s"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let series = json(&fs::read_to_string(&path).expect("written"));
    assert!(series["messages"][0].is_object(), "{series}");
    hold("run-series", &[series], &[]);
}

#[test]
fn assemblies() {
    let wrong = file("schema/wrong.s", "main: adiu $t0, $t0, 1\n");
    let outputs = ["tiny.s", &wrong].map(|text| json(&mcore(&format!("asm --format json {text}")).out));
    assert!(outputs[0]["ok"] == true && outputs[1]["ok"] == false);
    hold("asm", &outputs, &[]);
}

#[test]
fn differences() {
    let program = |n: u32| format!("main: li $a0, {n}\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n");
    let (one, two) = (file("schema/one.s", program(1)), file("schema/two.s", program(2)));
    let none = file("schema/none.s", "main: li $v0, 10\n syscall\n");
    let mut outputs = Vec::new();
    for (second, status) in [(&one, 0), (&two, 1), (&none, 1)] {
        let ran = mcore(&format!("diff --nodes 2x1 --json {one} {second}"));
        assert_eq!((ran.status, ran.err.as_str(), ran.out.lines().count()), (status, "", 1), "{ran:?}");
        outputs.push(json(&ran.out));
    }
    assert!(outputs[0]["rows"] == serde_json::json!([]) && outputs[2]["rows"][0]["present"].is_null());
    assert_eq!(outputs[1]["rows"][0]["kind"], "Console");
    hold("diff", &outputs, &[]);
}

#[test]
fn grades() {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schema/class");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let run = |arguments: &str| finish(command().current_dir(&folder).args(arguments.split_whitespace()));
    assert_eq!(run("pack new demo").status, 0);
    fs::write(folder.join("wrong.s"), "main: adiu $t0, $t0, 1\n").expect("written");
    fs::write(folder.join("idle.s"), "main: li $v0, 10\n syscall\n").expect("written");
    let mut outputs = Vec::new();
    for (name, submissions) in [("all", "demo/sum/solution/sum.s wrong.s idle.s missing.s"), ("one", "idle.s")] {
        let ran = run(&format!("grade demo {submissions} --json {name}.json"));
        assert_eq!(ran.status, 1, "{ran:?}");
        outputs.push(json(&fs::read_to_string(folder.join(format!("{name}.json"))).expect("written")));
    }
    let ran = run("pack build demo -o demo.zip");
    assert_eq!(ran.status, 0, "{ran:?}");
    run("grade demo.zip idle.s --json students.json");
    outputs.push(json(&fs::read_to_string(folder.join("students.json")).expect("written")));
    hold("grade", &outputs, &[]);
}

#[test]
fn measurements_of_the_network() {
    let mut outputs = lines(&mcore("noc --mesh 3x3 --load 0.05,0.9 --cycles 500 --json").out);
    outputs.extend(lines(
        &mcore("noc --mesh 3x3 --traffic hot-spot --hot 2,3=0.5 --injection burst:4 --load 0.02 --cycles 300 --json")
            .out,
    ));
    assert!(outputs[1]["saturated"] == true && outputs[2]["hot"].is_array());
    hold("noc", &outputs, &[]);
}

#[test]
fn runs_of_interconnects() {
    let trace = file("schema/deadlock.trace", "0 recv 1\n0 send 1 8\n1 recv 0\n1 send 0 8\n");
    let mut single = Vec::new();
    for arguments in [
        "nsim run --dims 4x4 --json".to_owned(),
        format!("nsim run --dims 2 --program {trace} --json"),
        "nsim run --dims 8x8 --max-time 1000 --json".into(),
        "nsim scenario bruck-alltoall --most 8 --json".into(),
    ] {
        single.extend(lines(&mcore(&arguments).out));
    }
    assert!(single.iter().any(|o| o["waiting"][0].is_object()) && single.iter().any(|o| o["ended"] == false));
    hold("nsim", &single, &[]);
    let swept = lines(&mcore("nsim sweep --dims 2x2,4x2 --program ring,hot-spot --json").out);
    hold("nsim", &swept, &[]);
}

#[test]
fn maps_of_ranks() {
    let mut outputs = Vec::new();
    for arguments in [
        "run --pattern ring --topology mesh:4x4 --json",
        "run --pattern cg --ranks 16 --topology torus:5x4 --refine 2 --starts 3 --then link --json",
        "compare --pattern star --topology torus:2x2x2 --methods xyz,random,bisect --json",
    ] {
        outputs.extend(lines(&mcore(&format!("mopt {arguments}")).out));
    }
    assert!(outputs[0]["refined"].is_null() && outputs[1]["refined"].is_object() && outputs[1]["padded"] == true);
    hold("mopt", &outputs, &[]);
}

#[test]
fn runs_of_verbs() {
    let outputs: Vec<Value> =
        (1..=8).map(|lesson| json(&mcore(&format!("tca run --lesson {lesson} --json")).out)).collect();
    assert!(outputs.iter().any(|run| run["findings"].as_array().is_some_and(|found| !found.is_empty())));
    hold("tca", &outputs, &[]);
}

/// The schema of communication records and their reader agree on which records are good.
#[test]
fn communication_records() {
    let validator = jsonschema::validator_for(&schema("comm")).expect("a schema");
    let message = r#"{"source":0,"destination":3,"bytes":8}"#;
    let whole = |keys: &str| format!(r#"{{"format":1,"ranks":4,{keys}}}"#);
    let records = [
        (whole(&format!(r#""messages":[{message}]"#)), true),
        (
            whole(
                r#""clock_hz":50000000,"messages":[{"source":0,"destination":3,"tag":-1,"bytes":8,"posted":0,"delivered":9,
                "collective":"MPI_Bcast"}],"computation":[{"rank":1,"begin":0,"end":5}]"#,
            ),
            true,
        ),
        (format!(r#"{{"format":2,"ranks":4,"messages":[{message}]}}"#), false),
        (format!(r#"{{"format":1,"messages":[{message}]}}"#), false),
        (format!(r#"{{"format":1,"ranks":0,"messages":[{message}]}}"#), false),
        (format!(r#"{{"format":1,"ranks":65537,"messages":[{message}]}}"#), false),
        (whole(r#""messages":[{"source":0,"destination":3}]"#), false),
        (whole(r#""messages":[{"source":0,"bytes":8}]"#), false),
        (whole(r#""messages":[{"source":-1,"destination":3,"bytes":8}]"#), false),
        (whole(r#""messages":[{"source":0,"destination":3,"bytes":1.5}]"#), false),
        (whole(r#""messages":[{"source":0,"destination":3,"bytes":9007199254740993}]"#), false),
    ];
    for (text, good) in records {
        assert_eq!(validator.is_valid(&json(&text)), good, "the schema on {text}");
        let path = file("schema/record.comm.json", &text);
        let ran = mcore(&format!("mopt run --comm {path} --topology mesh:2x2 --json"));
        let read = !ran.err.contains("record.comm.json");
        assert_eq!((ran.status == 0, read), (good, good), "the reader on {text}: {ran:?}");
    }
}

#[test]
fn runs_of_memory_systems() {
    let mut outputs = Vec::new();
    for options in ["", "--coherence msi --window 5000", "--misses --region low=0-fff"] {
        let ran = mcore(&format!(
            "pmnet run --preset mcore-2x1 --generate triad:n=5000,threads=2,init=parallel {options} --json"
        ));
        assert_eq!(ran.status, 0, "{ran:?}");
        outputs.push(json(&ran.out));
    }
    assert!(outputs.iter().all(|o| o["phases"][0].is_object()));
    let program = file("schemas/places.c", "int a[4096];\nint main(void)\n{\n    return a[0] = a[4000];\n}\n");
    let ran = mcore(&format!("pmnet run --preset i7-7700k --misses --program {program} --json"));
    assert_eq!(ran.status, 0, "{ran:?}");
    outputs.push(json(&ran.out));
    assert!(outputs[3]["places"][0].is_object());
    hold("pmnet-run", &outputs, &["regions", "miss_kinds", "places"]);
    let swept =
        "pmnet sweep --preset i7-7700k --generate stride:bytes=65536,stride=64,passes=2 --vary L2.capacity=64K,1000";
    let ran = mcore(&format!("{swept} --json"));
    assert_eq!(ran.out, mcore(swept).out);
    let outputs = lines(&ran.out);
    assert!(outputs[0]["time"].is_number() && outputs[1]["error"].is_object());
    hold("pmnet-sweep", &outputs, &[]);
}

/// Every key is explained where it is, or where its type is defined.
#[test]
fn every_key_is_described() {
    fn walk(name: &str, value: &Value) {
        if let Some(keys) = value["properties"].as_object() {
            for (key, what) in keys {
                let said = what["description"].as_str().is_some_and(|text| text.len() > 3);
                assert!(said || ["en", "ja"].contains(&key.as_str()), "{name}: `{key}` has no description");
            }
        }
        match value {
            Value::Object(parts) => parts.values().for_each(|part| walk(name, part)),
            Value::Array(parts) => parts.iter().for_each(|part| walk(name, part)),
            _ => {}
        }
    }
    for name in [
        "run-stats",
        "mpi-profile",
        "run-series",
        "asm",
        "diff",
        "grade",
        "noc",
        "nsim",
        "mopt",
        "comm",
        "pmnet-run",
        "pmnet-sweep",
    ] {
        let schema = schema(name);
        assert!(schema["description"].is_string() && schema["title"].as_str().is_some_and(|t| t.starts_with("mcore ")));
        walk(name, &schema);
    }
}
