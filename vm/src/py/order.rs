//! The order of a dictionary whose keys are texts, in CPython 2.7 of 64 bits without hash randomisation.

/// `hash(text)`.
pub(super) fn hash(text: &str) -> i64 {
    let bytes = text.as_bytes();
    let Some(&first) = bytes.first() else { return 0 };
    let mut x = i64::from(first) << 7;
    for &byte in bytes {
        x = x.wrapping_mul(1_000_003) ^ i64::from(byte);
    }
    x ^= bytes.len() as i64;
    if x == -1 { -2 } else { x }
}

/// The places of keys with these hashes, inserted in this order, when the dictionary is walked.
pub(super) fn walk(hashes: &[i64]) -> Vec<usize> {
    let mut table: Vec<Option<usize>> = vec![None; 8];
    let mut used = 0;
    for key in 0..hashes.len() {
        insert(&mut table, hashes, key);
        used += 1;
        // Two thirds full: the next power of two above four times what is used.
        if used * 3 >= table.len() * 2 {
            let mut size = 8;
            while size <= used * 4 {
                size *= 2;
            }
            // The old table is walked in its order.
            let old = std::mem::replace(&mut table, vec![None; size]);
            old.into_iter().flatten().for_each(|key| insert(&mut table, hashes, key));
        }
    }
    table.into_iter().flatten().collect()
}

fn insert(table: &mut [Option<usize>], hashes: &[i64], key: usize) {
    let mask = table.len() as u64 - 1;
    let hash = hashes[key] as u64;
    let (mut i, mut perturb) = (hash & mask, hash);
    while table[(i & mask) as usize].is_some() {
        i = i.wrapping_mul(5).wrapping_add(perturb).wrapping_add(1);
        perturb >>= 5;
    }
    table[(i & mask) as usize] = Some(key);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_python_2() {
        // hash('a'), hash('avatar') in CPython 2.7, 64 bit.
        assert_eq!(hash(""), 0);
        assert_eq!(hash("a"), 12_416_037_344);
    }

    #[test]
    fn every_key_is_walked_once() {
        for n in 0..100 {
            let hashes: Vec<i64> = (0..n).map(|i| hash(&format!("name{i}"))).collect();
            let mut seen = walk(&hashes);
            seen.sort_unstable();
            assert_eq!(seen, (0..n).collect::<Vec<_>>());
        }
    }
}
