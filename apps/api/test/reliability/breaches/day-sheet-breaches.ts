import type { Breach } from './return-breaches'

/** Changes that each break one invariant about day sheets only. */
export const daySheetBreaches: Breach[] = [
  // A sum, coins and notes, and what was taken out.
  ...(
    [
      [`counted = '{"sum": 110.51}' where id = 2`, { day_sheet_id: 2, counted_due: 110.51 }],
      [
        `counted = jsonb_set(counted, '{pieces,1,count}', '6') where id = 1`,
        { day_sheet_id: 1, counted_total: 100.15, counted_due: 120.15 },
      ],
      [
        `taken_out = '[]' where id = 1`,
        { day_sheet_id: 1, taken_out_total: 4.25, taken_out_due: 0 },
      ],
      [`figures = figures - 'totalSales' where id = 1`, { day_sheet_id: 1, total_sales_due: null }],
    ] as const
  ).map(([change, row]): Breach => [
    'inv_totals_cash_counts',
    `update day_sheets set ${change}`,
    row,
  ]),
  [
    'inv_records_keys',
    `update day_sheets set created_by_id = 2 where id = 1`,
    { source: 'day_sheets', document_id: 1, user_id: 1, key: 'the-count', created_by_id: 2 },
  ],
  [
    'inv_records_actors',
    `update day_sheets set created_by_id = 999 where id = 1;
     delete from idempotency_records where resource = 'day_sheets'`,
    { source: 'day_sheets', record_id: 1, user_id: 999 },
  ],
]
