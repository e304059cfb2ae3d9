-- A return may pay back money without items, and a day may pay back more by card than it was paid by card
-- (decisions 057 and 058).

ALTER TABLE returns
  DROP CONSTRAINT returns_goods_value_positive,
  ADD CONSTRAINT returns_goods_value_not_negative
    CHECK (goods_value >= 0),
  ADD CONSTRAINT returns_of_goods_or_money
    CHECK (goods_value > 0 OR refund > 0 OR shipping_refund > 0);

ALTER TABLE day_sheets DROP CONSTRAINT day_sheets_paid_otherwise_not_negative;

ALTER VIEW inv_day_sheets_totals RENAME TO inv_totals_cash_counts;

-- Computes the refund of a new return, and checks a new or restored one. The refund for a part of the goods is the
-- same part of what was paid for them, rounded so that the refunds of all returns so far are exact to the cent. The
-- last return of a sale gets the rest. A return without lines has no share.
CREATE OR REPLACE FUNCTION settle_return() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sale sales;
  others record;
  paid numeric;
  due numeric;
BEGIN
  SELECT * INTO sale FROM sales WHERE id = NEW.sale_id FOR NO KEY UPDATE;
  IF sale.deleted_at IS NOT NULL THEN
    RAISE EXCEPTION 'The sale % is deleted.', sale.id
      USING ERRCODE = 'check_violation', TABLE = 'returns', CONSTRAINT = 'returns_of_sales_not_deleted';
  END IF;
  SELECT coalesce(sum(goods_value), 0) AS goods_value, coalesce(sum(proposed_refund), 0) AS proposed,
    coalesce(sum(refund), 0) AS refund, coalesce(sum(shipping_refund), 0) AS shipping
    INTO others FROM returns WHERE sale_id = NEW.sale_id AND deleted_at IS NULL AND id <> NEW.id;
  paid := greatest(0, sale.subtotal - sale.discount);
  IF NEW.goods_value = 0 THEN
    due := 0;
  ELSIF TG_OP = 'INSERT' THEN
    due := round(paid * (others.goods_value + NEW.goods_value) / sale.subtotal, 2) - others.proposed;
  ELSIF others.goods_value + NEW.goods_value >= sale.subtotal THEN
    due := paid - others.proposed;
  ELSE
    due := NEW.proposed_refund;
  END IF;
  due := greatest(0, least(due, paid - others.proposed));
  -- A refund that the staff member lowered or raised stays as it is.
  IF NEW.refund IS NULL OR TG_OP = 'UPDATE' AND NEW.refund = NEW.proposed_refund THEN
    NEW.refund := greatest(0, least(due, paid - others.refund));
  END IF;
  NEW.proposed_refund := due;
  IF NEW.refund > paid - others.refund OR NEW.shipping_refund > sale.total_amount - paid - others.shipping THEN
    RAISE EXCEPTION 'More would be refunded than was paid for the sale %.', sale.id
      USING ERRCODE = 'check_violation', TABLE = 'returns', CONSTRAINT = 'returns_refund_within_paid';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    PERFORM check_returned(line) FROM return_lines AS line WHERE return_id = NEW.id;
  END IF;
  RETURN NEW;
END
$$;

-- Documents without lines. A return that only pays something back needs none.
CREATE OR REPLACE VIEW inv_records_lines AS
  SELECT 'sales' AS source, id AS document_id, subtotal AS total FROM sales
  WHERE NOT EXISTS (SELECT FROM sale_lines WHERE sale_id = sales.id)
  UNION ALL
  SELECT 'purchases', id, total_amount FROM purchases
  WHERE NOT EXISTS (SELECT FROM purchase_lines WHERE purchase_id = purchases.id)
  UNION ALL
  SELECT 'returns', id, goods_value::numeric(16, 2) FROM returns
  WHERE goods_value > 0 AND NOT EXISTS (SELECT FROM return_lines WHERE return_id = returns.id);
COMMENT ON VIEW inv_records_lines IS 'Every sale, return of goods and purchase has at least one line.';
