//! Palettes for pictures in true colour: a GIF has at most 256 colours in a picture.

use std::collections::BTreeMap;

/// Most colours of a palette.
const MOST: usize = 256;

/// A picture with a palette of its own: red, green and blue of each colour, and an index for each pixel. Up to 256 colours are
/// kept as they are; more are sorted into 256 boxes, cut in the middle of their longest side, and become the mean of theirs.
pub(super) fn palette(pixels: &[[u8; 3]]) -> (Vec<u8>, Vec<u8>) {
    let mut counts: BTreeMap<[u8; 3], u64> = BTreeMap::new();
    for &pixel in pixels {
        *counts.entry(pixel).or_default() += 1;
    }
    let mut boxes = vec![Group::of(counts.into_iter().collect())];
    while boxes.len() < MOST {
        // Of boxes as long, the first.
        let longest = (0..boxes.len()).rev().max_by_key(|&i| boxes[i].length);
        let Some(i) = longest.filter(|&i| boxes[i].members.len() > 1) else { break };
        let mut lower = std::mem::take(&mut boxes[i].members);
        let channel = boxes[i].channel;
        lower.sort_by_key(|(colour, _)| (colour[channel], *colour));
        let upper = lower.split_off(lower.len() / 2);
        boxes[i] = Group::of(lower);
        boxes.push(Group::of(upper));
    }
    let mut colours = Vec::with_capacity(boxes.len() * 3);
    let mut places = BTreeMap::new();
    for (i, Group { members, .. }) in boxes.iter().enumerate() {
        let weight = members.iter().map(|(_, n)| n).sum::<u64>().max(1);
        colours.extend([0, 1, 2].map(|c| {
            let sum: u64 = members.iter().map(|(colour, n)| u64::from(colour[c]) * n).sum();
            ((sum + weight / 2) / weight) as u8
        }));
        places.extend(members.iter().map(|(colour, _)| (*colour, i as u8)));
    }
    let indices = pixels.iter().map(|pixel| places.get(pixel).copied().unwrap_or(0)).collect();
    (colours, indices)
}

/// Colours that become one.
struct Group {
    /// Each with the number of its pixels.
    members: Vec<([u8; 3], u64)>,
    /// The channel in which they differ most; of several, the first.
    channel: usize,
    /// By how much.
    length: u8,
}

impl Group {
    fn of(members: Vec<([u8; 3], u64)>) -> Self {
        let length = |c: usize| {
            let values = || members.iter().map(|(colour, _)| colour[c]);
            values().max().unwrap_or(0) - values().min().unwrap_or(0)
        };
        let longest = (0..3).rev().map(|c| (c, length(c))).max_by_key(|&(_, length)| length);
        let (channel, length) = longest.unwrap_or((0, 0));
        Self { members, channel, length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept() {
        let pixels: Vec<[u8; 3]> = (0..=255).map(|i| [i, 255 - i, i / 3]).chain([[0, 255, 0]]).collect();
        let (colours, indices) = palette(&pixels);
        assert_eq!(colours.len(), 256 * 3);
        for (pixel, &i) in pixels.iter().zip(&indices) {
            assert_eq!(colours[usize::from(i) * 3..][..3], *pixel);
        }
        assert_eq!(palette(&[[1, 2, 3]; 5]), (vec![1, 2, 3], vec![0; 5]));
    }

    #[test]
    fn many_colours_become_near_ones() {
        let pixels: Vec<[u8; 3]> = (0..=65535_u32).map(|i| [(i >> 8) as u8, i as u8, (i >> 4) as u8]).collect();
        let (colours, indices) = palette(&pixels);
        assert_eq!(colours.len(), 256 * 3);
        for (pixel, &i) in pixels.iter().zip(&indices) {
            let near = &colours[usize::from(i) * 3..][..3];
            assert!(pixel.iter().zip(near).all(|(a, b)| a.abs_diff(*b) < 64), "{pixel:?} {near:?}");
        }
        assert_eq!(palette(&pixels), (colours, indices));
    }
}
