//! Where a walk may end: what is not allowed is drawn back (BP-2.7, BP-3.3).

use super::{
    block,
    moves::{BACK, Pose},
    walker::{FINE, Walker},
};

impl Walker<'_> {
    /// Whether the block may end at a pose.
    fn may_end(&self, pose: &Pose) -> Result<(), String> {
        let start = self.walk.poses[0];
        if pose.block == start.block {
            return Ok(());
        }
        let blocked = match self.leave.charging {
            true => self.bp.barred_halt(self.unit, &pose.block, self.leave.target),
            false => self.bp.blocked_at(self.unit, &pose.block, self.leave.target),
        };
        if let Some(why) = blocked {
            return Err(why);
        }
        if let Some(near) = self.leave.near
            && !self.bp.heeds_proximity(near, &pose.block)
        {
            return Err("enemy within 12 inches: front or rear only".into());
        }
        Ok(())
    }

    /// Draws the end back to where the block may stand.
    pub(super) fn settle(&mut self) {
        loop {
            let now = self.now();
            let Err(why) = self.may_end(&now) else { return };
            self.walk.poses.pop();
            self.walk.stopped = Some(why);
            let Some(before) = self.walk.poses.last().copied() else {
                self.walk.poses.push(now);
                return;
            };
            // Along a straight stretch it stops where it last may.
            let same = before.formation == now.formation
                && before.block.footprint == now.block.footprint
                && before.block.place.facing == now.block.place.facing;
            let way = now.block.place.at - before.block.place.at;
            let length = way.length();
            if !same || length < FINE {
                continue;
            }
            let at = |inches: f32| Pose {
                block: block::moved(&before.block, way * (inches / length)),
                cost: before.cost + (now.cost - before.cost) * (inches / length),
                ..now
            };
            let mut inches = length;
            while inches > 0.0 && self.may_end(&at(inches)).is_err() {
                inches -= BACK;
            }
            if inches <= 0.0 {
                continue;
            }
            let (mut low, mut high) = (inches, (inches + BACK).min(length));
            while high - low > FINE {
                let middle = low.midpoint(high);
                if self.may_end(&at(middle)).is_ok() { low = middle } else { high = middle }
            }
            self.walk.poses.push(at(low));
            return;
        }
    }
}
