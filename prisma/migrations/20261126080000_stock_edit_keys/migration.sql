-- The key of the form that changed a stock by hand. A save whose answer was lost and that is sent again moves
-- only what the first one did not move.
ALTER TABLE stock_movements ADD COLUMN "edit_key" TEXT;

-- What Prisma cannot say.
ALTER TABLE stock_movements
  ADD CONSTRAINT stock_movements_edit_key_of_an_adjustment CHECK (edit_key IS NULL OR reason = 'adjustment');
CREATE INDEX stock_movements_edit_keys ON stock_movements (product_id, edit_key) WHERE edit_key IS NOT NULL;

-- The view reads all columns, and keeps those of its creation.
CREATE OR REPLACE VIEW inv_stock_balances AS
  SELECT product_id, id AS movement_id, balance, moved_so_far
  FROM (
    SELECT product_id, id, balance,
      sum(delta) OVER (PARTITION BY product_id ORDER BY id ROWS UNBOUNDED PRECEDING) AS moved_so_far
    FROM (SELECT * FROM stock_movements OFFSET 0) AS movement
  ) AS movement
  WHERE balance <> moved_so_far;
