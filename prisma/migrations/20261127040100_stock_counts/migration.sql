-- Counts of the stock, on several devices at once, and the correction that follows from them.

CREATE TABLE "stock_counts" (
  "id" SERIAL NOT NULL,
  "name" TEXT,
  "category_id" INTEGER,
  "blind" BOOLEAN NOT NULL DEFAULT false,
  "state" TEXT NOT NULL DEFAULT 'open',
  "created_by_id" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_by_id" INTEGER,
  "finished_at" TIMESTAMPTZ(3),
  "posted_by_id" INTEGER,
  "posted_at" TIMESTAMPTZ(3),
  "posted_through" BIGINT,
  "differing" INTEGER,
  "units" BIGINT,
  "value" BIGINT,
  "undone_by_id" INTEGER,
  "undone_at" TIMESTAMPTZ(3),
  "key" TEXT,
  "request_hash" BYTEA,
  CONSTRAINT "stock_counts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stock_count_products" (
  "count_id" INTEGER NOT NULL,
  "product_id" INTEGER NOT NULL,
  "counted" INTEGER,
  "entries" INTEGER NOT NULL DEFAULT 0,
  "began_stock" INTEGER,
  "stock" INTEGER,
  "movement_id" BIGINT,
  "counted_by_id" INTEGER,
  "counted_at" TIMESTAMPTZ(3),
  "posted_delta" INTEGER,
  "posted_moved" INTEGER,
  "unit_cost" INTEGER,
  CONSTRAINT "stock_count_products_pkey" PRIMARY KEY ("count_id", "product_id")
);

CREATE TABLE "stock_count_entries" (
  "id" BIGSERIAL NOT NULL,
  "count_id" INTEGER NOT NULL,
  "product_id" INTEGER NOT NULL,
  "mode" TEXT NOT NULL,
  "counted" INTEGER NOT NULL,
  "total" INTEGER NOT NULL,
  "stock" INTEGER NOT NULL,
  "user_id" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "key" TEXT,
  CONSTRAINT "stock_count_entries_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "stock_movements" ADD COLUMN "count_id" INTEGER;

CREATE UNIQUE INDEX "stock_counts_created_by_id_key_key" ON "stock_counts"("created_by_id", "key");
CREATE INDEX "stock_count_products_product_id_idx" ON "stock_count_products"("product_id");
CREATE UNIQUE INDEX "stock_count_entries_count_id_user_id_key_key" ON "stock_count_entries"("count_id", "user_id", "key");
CREATE INDEX "stock_count_entries_count_id_product_id_id_idx" ON "stock_count_entries"("count_id", "product_id", "id");

ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_finished_by_id_fkey" FOREIGN KEY ("finished_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_posted_by_id_fkey" FOREIGN KEY ("posted_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_undone_by_id_fkey" FOREIGN KEY ("undone_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "stock_count_products" ADD CONSTRAINT "stock_count_products_count_id_fkey" FOREIGN KEY ("count_id") REFERENCES "stock_counts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "stock_count_products" ADD CONSTRAINT "stock_count_products_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "stock_count_products" ADD CONSTRAINT "stock_count_products_counted_by_id_fkey" FOREIGN KEY ("counted_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "stock_count_entries" ADD CONSTRAINT "stock_count_entries_count_id_product_id_fkey" FOREIGN KEY ("count_id", "product_id") REFERENCES "stock_count_products"("count_id", "product_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "stock_count_entries" ADD CONSTRAINT "stock_count_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_count_id_fkey" FOREIGN KEY ("count_id") REFERENCES "stock_counts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.
CREATE UNIQUE INDEX stock_movements_once_per_count ON stock_movements (count_id, product_id, reason)
  WHERE count_id IS NOT NULL;

ALTER TABLE stock_counts
  ADD CONSTRAINT stock_counts_name_trimmed_1_to_200 CHECK (is_trimmed(name) AND char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT stock_counts_state_known CHECK (state IN ('open', 'finished', 'posted', 'undone')),
  ADD CONSTRAINT stock_counts_steps_of_the_state CHECK (
    (finished_at IS NOT NULL) = (state <> 'open') AND (finished_by_id IS NULL) = (finished_at IS NULL)
    AND (posted_at IS NOT NULL) = (state IN ('posted', 'undone')) AND (posted_by_id IS NULL) = (posted_at IS NULL)
    AND num_nonnulls(posted_at, posted_through, differing, units, value) IN (0, 5)
    AND (undone_at IS NOT NULL) = (state = 'undone') AND (undone_by_id IS NULL) = (undone_at IS NULL)
  );

ALTER TABLE stock_count_products
  ADD CONSTRAINT stock_count_products_counted_0_to_1000000000 CHECK (counted BETWEEN 0 AND 1000000000),
  ADD CONSTRAINT stock_count_products_whole_number CHECK (
    num_nonnulls(counted, began_stock, stock, movement_id, counted_by_id, counted_at) IN (0, 6)
    AND (counted IS NULL) = (entries = 0)
  ),
  ADD CONSTRAINT stock_count_products_whole_posting CHECK (
    num_nonnulls(posted_delta, posted_moved, unit_cost) IN (0, 3) AND (posted_delta IS NULL OR counted IS NOT NULL)
  );

ALTER TABLE stock_count_entries
  ADD CONSTRAINT stock_count_entries_mode_known CHECK (mode IN ('replace', 'add')),
  ADD CONSTRAINT stock_count_entries_counted_0_to_1000000000 CHECK (counted BETWEEN 0 AND 1000000000);

ALTER TABLE stock_movements
  DROP CONSTRAINT stock_movements_details_of_an_adjustment,
  ADD CONSTRAINT stock_movements_details_of_an_adjustment CHECK (
    (reason = 'adjustment' OR num_nonnulls(adjustment_reason, note) = 0)
    AND (unit_cost IS NULL OR reason IN ('adjustment', 'count', 'count_undone'))
  ),
  ADD CONSTRAINT stock_movements_count_fits_reason CHECK ((count_id IS NOT NULL) = (reason IN ('count', 'count_undone')));

-- Whether a movement only corrects the books, and no goods went anywhere: an import, a count, and a change by hand unless the
-- goods were damaged or used.
CREATE OR REPLACE FUNCTION is_correction(reason stock_reason, adjustment_reason text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN reason IN ('count', 'count_undone', 'import', 'import_undone') THEN true
  WHEN reason = 'adjustment' THEN coalesce(adjustment_reason, 'correction') NOT IN ('damaged', 'own-use')
  ELSE false
END;

-- The sum of the corrections of a product after a movement.
CREATE OR REPLACE FUNCTION corrected_since(product integer, movement bigint) RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(sum(delta), 0) FROM stock_movements
  WHERE product_id = product AND id > movement AND is_correction(reason, adjustment_reason)
);

-- Corrects the stock of every counted product of a finished count. It becomes what was counted plus what has moved since.
CREATE OR REPLACE FUNCTION post_stock_count(asked integer, poster integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of their ids, like the products of a sale. Each later statement sees what was sold until then.
  PERFORM FROM products
    WHERE id IN (SELECT product_id FROM stock_count_products WHERE count_id = asked AND counted IS NOT NULL)
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE stock_count_products AS line
    SET posted_delta = due.delta, posted_moved = due.moved, unit_cost = due.cost
    FROM (
      SELECT product_id, counted::bigint - line_stock - corrected AS delta, stock_now - line_stock - corrected AS moved, cost
      FROM (
        SELECT product_id, counted, counted_line.stock AS line_stock, products.stock AS stock_now, cost,
          corrected_since(product_id, movement_id) AS corrected
        FROM stock_count_products AS counted_line JOIN products ON products.id = product_id
        WHERE count_id = asked AND counted IS NOT NULL AND deleted_at IS NULL OFFSET 0
      ) AS counted_product
    ) AS due
    WHERE line.count_id = asked AND line.product_id = due.product_id;
  UPDATE stock_counts SET state = 'posted', posted_at = now(), posted_by_id = poster,
      -- Earlier movements of these products have lower numbers, and later ones higher numbers.
      posted_through = nextval('stock_movements_id_seq'), differing = summed.differing, units = summed.units,
      value = summed.value
    FROM (
      SELECT count(*) FILTER (WHERE posted_delta <> 0) AS differing, coalesce(sum(posted_delta), 0) AS units,
        coalesce(sum(posted_delta::bigint * unit_cost), 0) AS value
      FROM stock_count_products WHERE count_id = asked
    ) AS summed
    WHERE id = asked;
  INSERT INTO stock_movements (product_id, delta, reason, count_id, user_id, unit_cost)
    SELECT product_id, posted_delta, 'count', asked, poster, unit_cost
    FROM stock_count_products WHERE count_id = asked AND posted_delta <> 0 ORDER BY product_id;
END
$$;

-- Takes the correction of a posted count back.
CREATE OR REPLACE FUNCTION undo_stock_count(asked integer, undoer integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_movements (product_id, delta, reason, count_id, user_id, unit_cost)
    SELECT product_id, -posted_delta, 'count_undone', asked, undoer, unit_cost
    FROM stock_count_products WHERE count_id = asked AND posted_delta <> 0 ORDER BY product_id;
  UPDATE stock_counts SET state = 'undone', undone_at = now(), undone_by_id = undoer WHERE id = asked;
END
$$;

-- Few movements are corrections, so sales do not write to this index.
CREATE INDEX stock_movements_corrections ON stock_movements (product_id, id) INCLUDE (delta)
  WHERE is_correction(reason, adjustment_reason);

-- Each number stays, also if another one replaced it.
CREATE OR REPLACE FUNCTION refuse_count_entry_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The numbers of a stock count are append-only: % is refused.', TG_OP
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = 'stock_count_entries_append_only',
      HINT = 'Enter another number.';
END
$$;

CREATE TRIGGER stock_count_entries_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_count_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_count_entry_change();

CREATE TRIGGER stock_counts_inserted AFTER INSERT ON stock_counts
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER stock_counts_updated AFTER UPDATE ON stock_counts REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER stock_counts_deleted AFTER DELETE ON stock_counts
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER stock_count_entries_inserted AFTER INSERT ON stock_count_entries
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();

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

-- Counted products of a posted count whose stock right after it differs from what was counted plus what had moved since,
-- or whose movements by the count differ from what it says. A correction is no movement of goods.
CREATE VIEW inv_stock_counts AS
  SELECT count_id, product_id, counted, moved, stock_before, posted_delta, posted, undone
  FROM stock_count_products AS line
    JOIN stock_counts AS count ON count.id = count_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(delta) FILTER (WHERE id < posted_through), 0) AS stock_before,
        coalesce(sum(delta) FILTER (
          WHERE id > line.movement_id AND id < posted_through AND NOT is_correction(reason, adjustment_reason)
        ), 0) AS moved,
        coalesce(sum(delta) FILTER (WHERE count_id = line.count_id AND reason = 'count'), 0) AS posted,
        coalesce(sum(delta) FILTER (WHERE count_id = line.count_id AND reason = 'count_undone'), 0) AS undone
      FROM stock_movements WHERE product_id = line.product_id
    ) AS ledger
  WHERE posted_delta IS NOT NULL AND (
    stock_before + posted_delta <> counted + moved OR posted_moved <> moved OR posted <> posted_delta
    OR undone <> CASE state WHEN 'undone' THEN -posted_delta ELSE 0 END
  )
  UNION ALL
  SELECT count_id, product_id, line.counted, 0, 0, line.posted_delta, delta, 0
  FROM stock_movements LEFT JOIN stock_count_products AS line USING (count_id, product_id)
  WHERE count_id IS NOT NULL AND line.posted_delta IS NULL;
COMMENT ON VIEW inv_stock_counts IS
  'Every posted stock count left what was counted plus what had moved since, and its undo took back no more and no less.';
