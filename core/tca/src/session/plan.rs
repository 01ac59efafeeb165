//! The plan of a run: a script or a communication record, the machine, and the benchmark.

use super::exercise::TcaTask;
use super::fields::{EVERY, GRIDS, HIMENO, OWN, RECORD, SCRIPT};
use crate::model::himeno::{Himeno, SIZES};
use crate::model::record::{self, Record};
use crate::model::{LESSONS, Machine, Params, Program, Rings, presets, script};
use alloc::{collections::BTreeMap, format, string::String, string::ToString as _, sync::Arc, vec, vec::Vec};
use mcore_base::text;
use mcore_mode::{Field, Plan, Problem};

mcore_mode::plan! {
    /// A plan. Every value is the text of its field.
    pub struct TcaPlan {
        /// `script` or `record`.
        source = SCRIPT,
        /// The preset that has written the script, or `own`.
        preset = OWN,
        /// The memory of a preset: `tca`, `gpu` or `host`.
        memory = "tca",
        /// The bytes of a preset.
        bytes = "8",
        /// The bytes between the destination of a preset and a multiple of 64.
        shift = "0",
        /// The script.
        script = LESSONS[0],
        /// The case of an exercise that the script is for.
        #[serde(skip_serializing_if = "Option::is_none")]
        task: Option<TcaTask> = None,
        /// The communication record.
        record = "",
        /// The node of each rank of the record.
        map = "",
        /// The parameters of the machine that are not the usual ones.
        machine: BTreeMap<String, String> = BTreeMap::new(),
        /// The size of the benchmark, or `all`.
        size = EVERY,
        /// Its grid, or `all`.
        grid = EVERY,
        /// Its iterations.
        iterations = "10",
        /// Its computation.
        gflops = "100",
    }
}

impl Plan for TcaPlan {
    fn fields(&self) -> Vec<Field> {
        self.all_fields()
    }

    fn get(&self, id: &str) -> String {
        let usual = || Params::default().get(id).map(|usual| usual.to_string());
        let own = self.text(id).or_else(|| self.machine.get(id)).cloned();
        own.or_else(usual).unwrap_or_default()
    }

    fn set(&mut self, id: &str, value: &str) {
        if let Some(own) = self.text_mut(id) {
            *own = value.into();
        } else if let Some(usual) = Params::default().get(id) {
            if value == usual.to_string() {
                self.machine.remove(id);
            } else {
                self.machine.insert(id.into(), value.into());
            }
        }
        match id {
            "script" => self.preset = OWN.into(),
            // Another origin of the run leaves the exercise.
            "source" => self.task = None,
            "preset" | "memory" | "bytes" | "shift" => self.write_preset(),
            _ => {}
        }
    }
}

impl TcaPlan {
    /// Writes the script of the preset; wrong numbers leave it as it is.
    fn write_preset(&mut self) {
        let number = |id: &str| self.field(id).and_then(|field| field.whole(&self.get(id)).ok());
        if let (Some(bytes), Some(shift)) = (number("bytes"), number("shift"))
            && let Some(text) = presets::script(&self.preset, &self.memory, bytes, shift)
        {
            (self.script, self.task) = (text, None);
        }
    }

    /// The parameters of the machine in the form.
    ///
    /// # Errors
    /// All values outside their limits, and sizes that do not fit each other.
    pub fn params(&self) -> Result<Params, Vec<Problem>> {
        let mut params = Params::default();
        let mut problems = Vec::new();
        let fields = self.fields();
        for (name, value) in &self.machine {
            let Some(field) = fields.iter().find(|field| field.id == name) else { continue };
            match field.whole(value) {
                Ok(value) => problems.extend(params.set(name, value).err().map(|error| Problem::new(name, error.0))),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty()
            && let Err(error) = params.check_all()
        {
            let field = if params.high_write > params.high_slots { "high_write" } else { "nodes" };
            problems.push(Problem::new(field, error.0));
        }
        if problems.is_empty() { Ok(params) } else { Err(problems) }
    }

    /// The parameters of the machine of the run: those of the form, and on top of them those of the script, if it can be read.
    ///
    /// # Errors
    /// As [`TcaPlan::params`].
    pub fn params_of_run(&self) -> Result<Params, Vec<Problem>> {
        let params = self.params()?;
        if self.source == RECORD || self.task.is_some() {
            return Ok(params);
        }
        Ok(script::params_on(&self.script, &params).unwrap_or(params))
    }

    /// The parameters of the machine of the run that are not the usual ones; those of the form if they are wrong.
    pub fn unusual(&self) -> BTreeMap<String, String> {
        self.params_of_run().map_or_else(|_| self.machine.clone(), |params| params.unusual())
    }

    /// The program of the run.
    ///
    /// # Errors
    /// All problems of the machine, else those of the script or of the record.
    pub fn program(&self) -> Result<Program, Vec<Problem>> {
        let params = self.params()?;
        if self.source == RECORD {
            return self.replay(&params);
        }
        if self.preset != OWN {
            let numbers = ["bytes", "shift"].into_iter().filter_map(|id| self.field(id)).filter(|field| field.applies);
            let problems: Vec<Problem> = numbers.filter_map(|field| field.whole(&self.get(field.id)).err()).collect();
            if !problems.is_empty() {
                return Err(problems);
            }
        }
        let problems = |errors: Vec<script::ScriptError>| {
            errors.iter().map(|error| Problem::new(SCRIPT, error.with_place())).collect()
        };
        let compiled = match &self.task {
            Some(of) => script::compile_task(&self.script, &of.task, &params),
            None => script::compile_on(&self.script, &params),
        };
        compiled.map_err(problems)
    }

    fn replay(&self, params: &Params) -> Result<Program, Vec<Problem>> {
        if self.record.trim().is_empty() {
            let wanted = text!(
                "choose a communication record: a file of the chip, of the interconnect or of a program with MPI",
                "通信記録を選んでください（チップ、インターコネクト、または MPI プログラムの記録）"
            );
            return Err(vec![Problem::new(RECORD, wanted)]);
        }
        let read = Record::read(&self.record).map_err(|error| {
            let place = if error.line > 0 { format!("{}:{}: ", error.line, error.column) } else { String::new() };
            let text = mcore_base::Text::new(place.clone() + &error.text.en, place + &error.text.ja);
            vec![Problem::new(RECORD, text)]
        })?;
        let map = record::read_map(&self.map, Rings::new(params).length.into())
            .map_err(|text| vec![Problem::new("map", text)])?;
        read.program(params, &map).map_err(|text| vec![Problem::new("map", text)])
    }

    /// The machine at time 0.
    ///
    /// # Errors
    /// As [`TcaPlan::program`].
    pub fn start(&self) -> Result<Machine, Vec<Problem>> {
        self.program().map(|program| Machine::new(Arc::new(program)))
    }

    /// A plan for each run of the benchmark. "All" leaves out grids that have more nodes than the machine.
    pub fn each(&self) -> Vec<Self> {
        let nodes = self.params().map_or(u64::MAX, |params| params.nodes);
        let sizes = SIZES.iter().map(|(word, _)| *word).filter(|word| self.size == EVERY || self.size == *word);
        let grids = |size: &'static str| {
            let fits = |[a, b]: &[u64; 2]| self.grid == EVERY && a * b <= nodes;
            let chosen = GRIDS.iter().filter(move |(word, grid)| self.grid == *word || fits(grid));
            chosen.map(move |(word, _)| (size, *word))
        };
        sizes
            .flat_map(grids)
            .map(|(size, grid)| Self { size: size.into(), grid: grid.into(), ..self.clone() })
            .collect()
    }

    /// The benchmark with its words for size and grid.
    ///
    /// # Errors
    /// A number is outside its limits, or size or grid is unknown.
    pub fn himeno(&self) -> Result<Himeno, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut number = |id: &str| {
            let checked = self.field(id).map(|field| field.whole(&self.get(id)));
            match checked {
                Some(Ok(number)) => number,
                Some(Err(problem)) => {
                    problems.push(problem);
                    1
                }
                None => 1,
            }
        };
        let (iterations, gflops) = (number("iterations"), number("gflops"));
        let size = SIZES.iter().find(|(word, _)| *word == self.size).map(|(_, size)| *size);
        let grid = GRIDS.iter().find(|(word, _)| *word == self.grid).map(|(_, grid)| *grid);
        if size.is_none() || grid.is_none() {
            problems.push(Problem::new(
                HIMENO,
                text!("a run has one size and one grid", "1 回の実行にはサイズと格子を 1 つずつ指定します"),
            ));
        }
        match (size, grid) {
            (Some(size), Some(grid)) if problems.is_empty() => {
                Ok(Himeno { size, grid, iterations, gflops, map: Vec::new() })
            }
            _ => Err(problems),
        }
    }
}
