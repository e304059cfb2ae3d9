/** In a shop every 500th write or so folds the changes before it; here every ninth does. */
export async function foldOften(database: { query: (sql: string) => Promise<unknown> }) {
  await database.query(`do $$
    declare posting text;
    begin
      foreach posting in array array['post_change', 'move_stock'] loop
        posting := pg_get_functiondef(posting::regproc);
        assert strpos(posting, '% 500 ') > 0, 'Folds come in other numbers now.';
        execute replace(posting, '% 500', '% 9');
      end loop;
    end $$`)
}
