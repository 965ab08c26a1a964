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
        self.w > 0
            && self.h > 0
            && other.w > 0
            && other.h > 0
            && i64::from(self.x) < i64::from(other.x) + i64::from(other.w)
            && i64::from(other.x) < i64::from(self.x) + i64::from(self.w)
            && i64::from(self.y) < i64::from(other.y) + i64::from(other.h)
            && i64::from(other.y) < i64::from(self.y) + i64::from(self.h)
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
