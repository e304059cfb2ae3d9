-- Why a user changed a stock by hand, in a word and a note, and what one piece cost the shop at that moment.
-- Adjustments of before have none of them, and nothing is invented.

-- AlterTable
ALTER TABLE "stock_movements" ADD COLUMN     "adjustment_reason" TEXT,
ADD COLUMN     "note" TEXT,
ADD COLUMN     "unit_cost" INTEGER;

-- What Prisma cannot say.
ALTER TABLE stock_movements
  ADD CONSTRAINT stock_movements_adjustment_reason_known
    CHECK (adjustment_reason IN ('damaged', 'lost', 'own-use', 'found', 'correction')),
  ADD CONSTRAINT stock_movements_note_trimmed_1_to_200
    CHECK (is_trimmed(note) AND char_length(note) BETWEEN 1 AND 200),
  ADD CONSTRAINT stock_movements_unit_cost_1_to_1000000000
    CHECK (unit_cost BETWEEN 1 AND 1000000000),
  ADD CONSTRAINT stock_movements_details_of_an_adjustment
    CHECK (reason = 'adjustment' OR num_nonnulls(adjustment_reason, note, unit_cost) = 0);

-- Only adjustments are in the index, so that the summary reads nothing else, and sales do not write to it.
CREATE INDEX stock_movements_adjustments
  ON stock_movements (product_id, created_at) INCLUDE (delta, adjustment_reason, unit_cost)
  WHERE reason = 'adjustment';

-- The view reads all columns, and keeps those of its creation.
CREATE OR REPLACE VIEW inv_stock_balances AS
  SELECT product_id, id AS movement_id, balance, moved_so_far
  FROM (
    SELECT product_id, id, balance,
      sum(delta) OVER (PARTITION BY product_id ORDER BY id ROWS UNBOUNDED PRECEDING) AS moved_so_far
    FROM (SELECT * FROM stock_movements OFFSET 0) AS movement
  ) AS movement
  WHERE balance <> moved_so_far;
COMMENT ON VIEW inv_stock_balances IS
  'The balance of every movement is the sum of its product''s movements so far.';
