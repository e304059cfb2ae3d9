-- A movement of a count belongs to a product of that count. The check of the present movements reads only those of counts,
-- by stock_movements_once_per_count.
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_count_id_fkey";
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_count_id_product_id_fkey" FOREIGN KEY ("count_id", "product_id") REFERENCES "stock_count_products"("count_id", "product_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Counted products of a posted count whose stock right after it differs from what was counted plus what had moved since,
-- or whose movements by the count differ from what it says. A correction is no movement of goods. Each part reads only its
-- own movements: the balance before the posting, those since the number, and those of the count.
CREATE OR REPLACE VIEW inv_stock_counts AS
  SELECT count_id, product_id, counted, moved, stock_before, posted_delta, posted, undone
  FROM stock_count_products AS line
    JOIN stock_counts AS count ON count.id = count_id
    CROSS JOIN LATERAL (
      SELECT coalesce((
          SELECT balance FROM stock_movements
          WHERE product_id = line.product_id AND id < posted_through ORDER BY id DESC LIMIT 1
        ), 0)::bigint AS stock_before,
        (
          SELECT coalesce(sum(delta) FILTER (WHERE NOT is_correction(reason, adjustment_reason)), 0) FROM stock_movements
          WHERE product_id = line.product_id AND id > line.movement_id AND id < posted_through
        ) AS moved
    ) AS ledger
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(delta) FILTER (WHERE reason = 'count'), 0) AS posted,
        coalesce(sum(delta) FILTER (WHERE reason = 'count_undone'), 0) AS undone
      FROM stock_movements WHERE count_id = line.count_id AND product_id = line.product_id
    ) AS own
  WHERE posted_delta IS NOT NULL AND (
    stock_before + posted_delta <> counted + moved OR posted_moved <> moved OR posted <> posted_delta
    OR undone <> CASE state WHEN 'undone' THEN -posted_delta ELSE 0 END
  )
  UNION ALL
  SELECT count_id, product_id, line.counted, 0, 0, line.posted_delta, delta, 0
  FROM stock_movements LEFT JOIN stock_count_products AS line USING (count_id, product_id)
  WHERE count_id IS NOT NULL AND line.posted_delta IS NULL;
