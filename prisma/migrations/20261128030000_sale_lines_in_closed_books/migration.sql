-- Serves: 20261128020000_books

-- A line that SQL adds to a sale of a closed day. The API records a sale with all its lines in one statement and says
-- stockie.api = on in its sessions, so its sales skip this check, which would cost each 14 us.
CREATE OR REPLACE FUNCTION refuse_sale_line_in_closed_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_day_closed((SELECT sale_date FROM sales WHERE id = NEW.sale_id)) THEN
    PERFORM raise_books_closed(TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER sale_lines_within_open_books AFTER INSERT ON sale_lines
  FOR EACH ROW WHEN (current_setting('stockie.api', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION refuse_sale_line_in_closed_books();
