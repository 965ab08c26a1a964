//! Rectangles, as `java.awt.Rectangle` has them.

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

impl Rect {
    /// Whether the two share an area; touching edges do not.
    #[inline]
    #[must_use]
    pub fn intersects(self, other: Rect) -> bool {
        // `-self.w < self.x - other.x < other.w`, in one comparison; widths are at most 2²⁵ (see `program::verify`).
        let overlap = |a: i32, wa: i32, b: i32, wb: i32| {
            (a.wrapping_sub(b).wrapping_add(wa) as u32).wrapping_sub(1)
                < (wa as u32).wrapping_add(wb as u32).wrapping_sub(1)
        };
        // All of it, always: which way it goes is hard to predict for a branch.
        overlap(self.x, self.w, other.x, other.w)
            & overlap(self.y, self.h, other.y, other.h)
            & (self.w > 0)
            & (self.h > 0)
            & (other.w > 0)
            & (other.h > 0)
    }

    /// Whether `other` lies within; rectangles without area do not.
    #[inline]
    #[must_use]
    pub fn contains(self, other: Rect) -> bool {
        self.w > 0
            && self.h > 0
            && other.w > 0
            && other.h > 0
            && other.x >= self.x
            && other.y >= self.y
            && i64::from(other.x) + i64::from(other.w) <= i64::from(self.x) + i64::from(self.w)
            && i64::from(other.y) + i64::from(other.h) <= i64::from(self.y) + i64::from(self.h)
    }

    /// What the two share; width or height may be negative.
    #[must_use]
    pub fn intersection(self, other: Rect) -> Rect {
        let x = self.x.max(other.x);
        let y = self.y.max(other.y);
        let right = (i64::from(self.x) + i64::from(self.w)).min(i64::from(other.x) + i64::from(other.w));
        let bottom = (i64::from(self.y) + i64::from(self.h)).min(i64::from(other.y) + i64::from(other.h));
        let clamp = |v: i64| v.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        Rect { x, y, w: clamp(right - i64::from(x)), h: clamp(bottom - i64::from(y)) }
    }

    /// Its centre.
    #[inline]
    #[must_use]
    pub fn centre(self) -> (f64, f64) {
        (f64::from(self.x) + f64::from(self.w) / 2.0, f64::from(self.y) + f64::from(self.h) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Rect;

    #[test]
    fn intersects_is_what_it_says() {
        let slow = |a: Rect, b: Rect| {
            let cross = |a: i32, wa: i32, b: i32, wb: i32| {
                let (a, wa, b, wb) = (i64::from(a), i64::from(wa), i64::from(b), i64::from(wb));
                wa > 0 && wb > 0 && a < b + wb && b < a + wa
            };
            cross(a.x, a.w, b.x, b.w) && cross(a.y, a.h, b.y, b.h)
        };
        let places = [-40, -11, -10, -9, -1, 0, 1, 9, 10, 11, 1 << 24, -(1 << 24), i32::MAX, i32::MIN];
        let sizes = [-1, 0, 1, 9, 10, 11, 1 << 20];
        for x in places {
            for w in sizes {
                for ox in [-10, 0, 3, 1 << 24] {
                    for ow in sizes {
                        let (a, b) = (Rect { x, y: 0, w, h: 4 }, Rect { x: ox, y: 3, w: ow, h: 1 });
                        assert_eq!(a.intersects(b), slow(a, b), "{a:?} {b:?}");
                        assert_eq!(b.intersects(a), slow(b, a), "{b:?} {a:?}");
                    }
                }
            }
        }
    }
}
