//! A JSON Schema 2020-12 validator for the keywords used in `docs/schemas`. Any other keyword
//! panics, so that none is ignored.

use serde_json::Value;

/// A schema with its definitions.
pub struct Schema(Value);

/// Where and how a value violates its schema.
type Violation = String;

impl Schema {
    /// Loads a schema from `docs/schemas`.
    pub fn of(name: &str) -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemas");
        let text = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
        Self(serde_json::from_str(&text).unwrap())
    }

    /// Validates a value.
    pub fn check(&self, value: &Value) -> Result<(), Violation> {
        self.holds(&self.0, value, "$")
    }

    /// Validates a value against a definition in `$defs`.
    pub fn check_as(&self, definition: &str, value: &Value) -> Result<(), Violation> {
        self.holds(&self.0["$defs"][definition], value, "$")
    }

    fn holds(&self, schema: &Value, value: &Value, at: &str) -> Result<(), Violation> {
        for (keyword, expected) in schema.as_object().unwrap() {
            let is_valid = match keyword.as_str() {
                "$schema"
                | "$defs"
                | "title"
                | "description"
                | "additionalProperties"
                | "patternProperties" => true,
                "$ref" => {
                    let pointer = expected.as_str().unwrap().strip_prefix('#').unwrap();
                    let target = self.0.pointer(pointer);
                    self.holds(target.unwrap(), value, at)?;
                    true
                }
                "type" => match expected {
                    Value::Array(kinds) => kinds.iter().any(|kind| has_type(kind, value)),
                    kind => has_type(kind, value),
                },
                "const" => value == expected,
                "enum" => expected.as_array().unwrap().contains(value),
                "anyOf" => {
                    let mut schemas = expected.as_array().unwrap().iter();
                    schemas.any(|schema| self.holds(schema, value, at).is_ok())
                }
                "minimum" => {
                    value.as_f64().is_none_or(|number| number >= expected.as_f64().unwrap())
                }
                "maximum" => {
                    value.as_f64().is_none_or(|number| number <= expected.as_f64().unwrap())
                }
                "minItems" | "maxItems" => value.as_array().is_none_or(|items| {
                    let (length, bound) = (items.len() as u64, expected.as_u64().unwrap());
                    if keyword == "minItems" { length >= bound } else { length <= bound }
                }),
                "minLength" | "maxLength" => value.as_str().is_none_or(|text| {
                    let (length, bound) = (text.chars().count(), expected.as_u64().unwrap());
                    let length = u64::try_from(length).unwrap();
                    if keyword == "minLength" { length >= bound } else { length <= bound }
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
                    let has_own_keys = schema.get("patternProperties").is_some();
                    for (name, member) in value.as_object().into_iter().flatten() {
                        if has_own_keys && name.starts_with("x-") {
                            continue;
                        }
                        let member_schema = expected.get(name);
                        let member_schema =
                            member_schema.ok_or_else(|| format!("{at}.{name} is unknown"))?;
                        self.holds(member_schema, member, &format!("{at}.{name}"))?;
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

fn has_type(kind: &Value, value: &Value) -> bool {
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
