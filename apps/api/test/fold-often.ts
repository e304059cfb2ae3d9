/**
 * In a shop a write folds the changes before it by a chance of one in 500; here every ninth does, so that what
 * happened can be played again.
 */
export async function foldOften(database: { query: (sql: string) => Promise<unknown> }) {
  await database.query(`
    create sequence fold_often;
    do $$
    declare posting text;
    begin
      foreach posting in array array['post_change', 'move_stock'] loop
        posting := pg_get_functiondef(posting::regproc);
        assert strpos(posting, 'random() < 0.002 ') > 0, 'Folds come in other numbers now.';
        execute replace(posting, 'random() < 0.002 ', 'nextval(''fold_often'') % 9 = 0 ');
      end loop;
    end $$`)
}
