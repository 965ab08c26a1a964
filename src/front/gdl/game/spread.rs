//! Which values of a table's clause go with which pairs of types.

use crate::front::gdl::Value;

/// A clause makes no more pairs than this.
pub(super) const MAX_PAIRS: usize = 1 << 20;

/// Why a clause cannot be spread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// A list of values for one pair.
    ListForOne,
    /// So many values, and so many types that they should go with.
    Unequal(usize, usize),
    /// Too many pairs.
    TooMany,
}

/// A pair of places in the lists of the two sides, and its value.
pub(super) type Entry<'v> = (usize, usize, &'v Value);

/// Spreads a value over pairs: `first` and `second` are the lengths of the lists of types, `None` for a type alone. `one`
/// says whether a value is a single one, and not a list of values.
///
/// The second result says that the lists were read with their roles exchanged, since only so they fit.
pub(super) fn spread<'v>(
    first: Option<usize>,
    second: Option<usize>,
    value: &'v Value,
    one: &dyn Fn(&Value) -> bool,
) -> Result<(Vec<Entry<'v>>, bool), Misfit> {
    let (rows, columns) = (first.unwrap_or(1), second.unwrap_or(1));
    if rows.saturating_mul(columns) > MAX_PAIRS {
        return Err(Misfit::TooMany);
    }
    let all = || (0..rows).flat_map(move |i| (0..columns).map(move |j| (i, j)));
    let list = match value.as_list() {
        Some(list) if !one(value) => list,
        _ => return Ok((all().map(|(i, j)| (i, j, value)).collect(), false)),
    };
    let unequal = |n| Err(Misfit::Unequal(list.len(), n));
    match (first, second) {
        (None, None) => Err(Misfit::ListForOne),
        (None, Some(n)) if list.len() != n => unequal(n),
        (None, Some(_)) => Ok((list.iter().enumerate().map(|(j, v)| (0, j, v)).collect(), false)),
        (Some(n), None) if list.len() != n => unequal(n),
        (Some(_), None) => Ok((list.iter().enumerate().map(|(i, v)| (i, 0, v)).collect(), false)),
        (Some(_), Some(_)) if list.len() == rows => {
            let mut entries = Vec::with_capacity(rows * columns);
            for (i, row) in list.iter().enumerate() {
                match row.as_list() {
                    Some(row) if !one(&list[i]) => {
                        if row.len() != columns {
                            return Err(Misfit::Unequal(row.len(), columns));
                        }
                        entries.extend(row.iter().enumerate().map(|(j, v)| (i, j, v)));
                    }
                    _ => entries.extend((0..columns).map(|j| (i, j, row))),
                }
            }
            Ok((entries, false))
        }
        (Some(_), Some(_)) => {
            let fits = |v: &Value| !one(v) && v.as_list().is_some_and(|row| row.len() == rows);
            if list.len() != columns || !list.iter().all(fits) {
                return unequal(rows);
            }
            let at = |i: usize, j: usize| list.get(j)?.as_list()?.get(i);
            Ok((all().filter_map(|(i, j)| Some((i, j, at(i, j)?))).collect(), true))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::gdl::Place;

    fn n(n: i32) -> Value {
        Value::number(n, Place::default())
    }

    fn list(items: Vec<Value>) -> Value {
        Value::list(items, Place::default())
    }

    fn spread_numbers(
        first: Option<usize>,
        second: Option<usize>,
        value: &Value,
    ) -> Result<Vec<(usize, usize, i32)>, Misfit> {
        let (entries, _) = spread(first, second, value, &|v| v.as_number().is_some())?;
        Ok(entries.into_iter().map(|(i, j, v)| (i, j, v.as_number().unwrap_or(-99))).collect())
    }

    #[test]
    fn one_value_goes_with_all_pairs() {
        assert_eq!(spread_numbers(None, None, &n(5)), Ok(vec![(0, 0, 5)]));
        assert_eq!(spread_numbers(Some(2), Some(1), &n(5)), Ok(vec![(0, 0, 5), (1, 0, 5)]));
        assert_eq!(spread_numbers(Some(0), None, &n(5)), Ok(vec![]));
    }

    #[test]
    fn a_list_goes_with_the_list_of_types() {
        let two = list(vec![n(1), n(2)]);
        assert_eq!(spread_numbers(None, Some(2), &two), Ok(vec![(0, 0, 1), (0, 1, 2)]));
        assert_eq!(spread_numbers(Some(2), None, &two), Ok(vec![(0, 0, 1), (1, 0, 2)]));
        assert_eq!(spread_numbers(Some(2), Some(2), &two), Ok(vec![(0, 0, 1), (0, 1, 1), (1, 0, 2), (1, 1, 2)]));
        assert_eq!(spread_numbers(Some(3), None, &two), Err(Misfit::Unequal(2, 3)));
        assert_eq!(spread_numbers(None, None, &two), Err(Misfit::ListForOne));
    }

    #[test]
    fn rows_come_first_and_columns_if_only_they_fit() {
        let (a, b) = (list(vec![n(1), n(2)]), list(vec![n(3), n(4)]));
        let rows = list(vec![a.clone(), b.clone(), n(9)]);
        let expected = vec![(0, 0, 1), (0, 1, 2), (1, 0, 3), (1, 1, 4), (2, 0, 9), (2, 1, 9)];
        assert_eq!(spread_numbers(Some(3), Some(2), &rows), Ok(expected));
        let columns = list(vec![list(vec![n(1), n(2), n(3)]), list(vec![n(9), n(9), n(9)])]);
        let expected = vec![(0, 0, 1), (0, 1, 9), (1, 0, 2), (1, 1, 9), (2, 0, 3), (2, 1, 9)];
        assert_eq!(spread_numbers(Some(3), Some(2), &columns), Ok(expected));
        assert_eq!(spread_numbers(Some(3), Some(2), &list(vec![a, b])), Err(Misfit::Unequal(2, 3)));
    }

    #[test]
    fn there_is_a_limit_of_pairs() {
        assert_eq!(spread_numbers(Some(1 << 12), Some(1 << 12), &n(1)), Err(Misfit::TooMany));
    }
}
