/** In a shop every thousandth write or so folds the changes before it; here every tenth does. */
export async function foldOften(database: { query: (sql: string) => Promise<unknown> }) {
  await database.query(`do $$
    declare posting text;
    begin
      foreach posting in array array['post_change', 'move_stock'] loop
        posting := pg_get_functiondef(posting::regproc);
        assert strpos(posting, 'random() < 0.001 ') > 0, 'Folds come in other numbers now.';
        execute replace(posting, 'random() < 0.001 ', 'random() < 0.1 ');
      end loop;
    end $$`)
}
