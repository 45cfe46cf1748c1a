//! What `docs/schemas` says of a JSON value: the keywords that stand there, by
//! JSON Schema 2020-12. Any other keyword is refused, so that none goes
//! unchecked.

use serde_json::Value;

/// A schema with what its references point into.
pub struct Schema(Value);

/// Where a value breaks its schema, and how.
type Broken = String;

impl Schema {
    /// The schema in `docs/schemas` of this name.
    pub fn of(name: &str) -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemas");
        let text = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
        Self(serde_json::from_str(&text).unwrap())
    }

    /// Whether `value` is valid.
    pub fn check(&self, value: &Value) -> Result<(), Broken> {
        self.holds(&self.0, value, "$")
    }

    /// The definition of this name in `$defs`, for `value`.
    pub fn check_as(&self, definition: &str, value: &Value) -> Result<(), Broken> {
        self.holds(&self.0["$defs"][definition], value, "$")
    }

    fn holds(&self, schema: &Value, value: &Value, at: &str) -> Result<(), Broken> {
        for (keyword, expected) in schema.as_object().unwrap() {
            let is_valid = match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "additionalProperties" => true,
                "$ref" => {
                    let pointer = expected.as_str().unwrap().strip_prefix('#').unwrap();
                    let target = self.0.pointer(pointer);
                    self.holds(target.unwrap(), value, at)?;
                    true
                }
                "type" => match expected {
                    Value::Array(kinds) => kinds.iter().any(|kind| is_of(kind, value)),
                    kind => is_of(kind, value),
                },
                "const" => value == expected,
                "enum" => expected.as_array().unwrap().contains(value),
                "anyOf" => {
                    let mut schemas = expected.as_array().unwrap().iter();
                    schemas.any(|schema| self.holds(schema, value, at).is_ok())
                }
                "minimum" => value
                    .as_f64()
                    .is_none_or(|number| number >= expected.as_f64().unwrap()),
                "minLength" | "maxLength" => value.as_str().is_none_or(|text| {
                    let (length, bound) = (text.chars().count(), expected.as_u64().unwrap());
                    let length = u64::try_from(length).unwrap();
                    if keyword == "minLength" {
                        length >= bound
                    } else {
                        length <= bound
                    }
                }),
                "items" => {
                    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.holds(expected, item, &format!("{at}[{number}]"))?;
                    }
                    true
                }
                "required" => {
                    let mut names = expected.as_array().unwrap().iter();
                    names.all(|name| value.get(name.as_str().unwrap()).is_some())
                }
                "properties" => {
                    assert_eq!(schema["additionalProperties"], false, "{at}");
                    for (name, member) in value.as_object().into_iter().flatten() {
                        let known = expected.get(name);
                        let known = known.ok_or_else(|| format!("{at}.{name} is unknown"))?;
                        self.holds(known, member, &format!("{at}.{name}"))?;
                    }
                    true
                }
                keyword => panic!("the keyword {keyword} is not checked"),
            };
            if !is_valid {
                return Err(format!("{at}: {value} breaks {keyword}: {expected}"));
            }
        }
        Ok(())
    }
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        kind => panic!("{kind} is no type"),
    }
}
