//! Measurements of the simulator, the same native and as WebAssembly: `cargo xtask bench`.
//!
//! Prints one JSON line a figure: `{"name": "... (native)", "value": 1.5, "unit": "..."}`. In the browser the program
//! runs in a worker, as the simulator does, and posts the lines instead.

/// What is measured. `clock` tells seconds, `report` takes a figure: name, value, unit.
fn measure(clock: &dyn Fn() -> f64, report: &mut dyn FnMut(&str, f64, &str)) {
    let mut rng = mcore::base::Rng::new(1);
    let mut sum = 0_u64;
    let rate = rate(clock, || {
        const NUMBERS: u32 = 1_000_000;
        for _ in 0..NUMBERS {
            sum ^= rng.next_u64();
        }
        f64::from(NUMBERS)
    });
    // The numbers must be used, or the compiler leaves them out.
    assert_ne!(sum, 0, "one chance in 2^64");
    report("random numbers", rate / 1e6, "million/s");
}

/// Work done per second: the median of some rounds after a warm-up (a browser optimises while the code runs).
/// `work` does a piece that takes milliseconds, and tells how much that was.
fn rate(clock: &dyn Fn() -> f64, mut work: impl FnMut() -> f64) -> f64 {
    const WARM_UP: f64 = 0.5;
    const ROUND: f64 = 0.3;
    const ROUNDS: usize = 5;
    let mut round = |seconds: f64| {
        let (start, mut done) = (clock(), 0.0);
        loop {
            done += work();
            let time = clock() - start;
            if time >= seconds {
                return done / time;
            }
        }
    };
    round(WARM_UP);
    let mut rates: Vec<f64> = (0..ROUNDS).map(|_| round(ROUND)).collect();
    rates.sort_by(f64::total_cmp);
    rates[ROUNDS / 2]
}

/// One figure as a JSON line. Names and units are our own and hold nothing that would have to be escaped.
fn line(name: &str, place: &str, value: f64, unit: &str) -> String {
    format!(r#"{{"name":"{name} ({place})","value":{value},"unit":"{unit}"}}"#)
}

#[cfg(not(target_family = "wasm"))]
fn main() {
    let start = std::time::Instant::now();
    measure(&|| start.elapsed().as_secs_f64(), &mut |name, value, unit| {
        println!("{}", line(name, "native", value, unit))
    });
}

#[cfg(target_family = "wasm")]
fn main() {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = performance, js_name = now)]
        fn milliseconds() -> f64;
        #[wasm_bindgen(js_name = postMessage)]
        fn post(line: &str);
    }

    measure(&|| milliseconds() / 1000.0, &mut |name, value, unit| post(&line(name, "wasm", value, unit)));
}
