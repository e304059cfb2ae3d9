import type { ShopDatabase } from '@stockie/testkit/shop-databases'

export type Races = {
  /** The next `times` attempts to write lose with this code; later ones succeed. */
  loseNext: (times: number, code: string) => Promise<void>
  /** Each attempt loses with this probability, with either code; the seed decides. */
  loseByChance: (percent: number, seed: number) => Promise<void>
  loseNone: () => Promise<void>
  /** Number of attempts so far that ran the trigger. */
  countDraws: () => Promise<number>
}

/**
 * Every write inserts into `changes`, so the trigger is there. A sequence also counts attempts that rolled
 * back.
 */
const sql = `
  create sequence race_draws;
  create table races (times bigint not null, percent integer not null, seed bigint not null, code text not null);
  insert into races values (0, 0, 0, '40001');
  create function lose_race() returns trigger language plpgsql as $$
  declare
    race races;
    draw bigint := nextval('race_draws');
    chance integer;
  begin
    select * into race from races;
    chance := abs(hashint8extended(draw, race.seed) % 100);
    if draw <= race.times then
      raise exception 'A race that is lost on purpose.' using errcode = race.code;
    end if;
    if chance < race.percent then
      raise exception 'A race that is lost by chance.'
        using errcode = case chance % 2 when 0 then '40001' else '40P01' end;
    end if;
    return new;
  end
  $$;
  create trigger changes_lose_race before insert on changes for each row execute function lose_race()`

export async function createRaceTriggers({ query }: Pick<ShopDatabase, 'query'>): Promise<Races> {
  await query(sql)

  async function set(race: { times?: number; percent?: number; seed?: number; code?: string }) {
    const { times = 0, percent = 0, seed = 0, code = '40001' } = race
    await query(`select setval('race_draws', 1, false)`)
    await query('update races set times = $1, percent = $2, seed = $3, code = $4', [
      times,
      percent,
      seed,
      code,
    ])
  }

  return {
    loseNext: (times, code) => set({ times, code }),
    loseByChance: (percent, seed) => set({ percent, seed }),
    loseNone: () => set({}),
    countDraws: async () => {
      const [row] = await query<{ draws: string }>(
        'select case when is_called then last_value else 0 end as draws from race_draws',
      )
      return Number(row?.draws)
    },
  }
}
