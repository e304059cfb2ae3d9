/** Where the servers of these tests stand. */
export const serverZones = [
  'Asia/Kolkata',
  'America/Los_Angeles',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
] as const

/** Days on which the store's clocks do something: they are set forward or back, or a day is skipped. */
export const storeDays: [zone: string, days: string[]][] = [
  ['Asia/Kolkata', ['2026-01-01', '2028-02-29']],
  // 23 hours; 25 hours.
  ['America/Los_Angeles', ['2026-03-08', '2026-11-01']],
  // The 31st was skipped when the date line moved.
  ['Pacific/Kiritimati', ['2025-12-31', '1994-12-31']],
  // 24.5 hours; 23.5 hours.
  ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
  // Begins at 1:00; its first hour comes twice.
  ['America/Havana', ['2026-03-08', '2026-11-01']],
  ['Atlantic/Azores', ['2026-03-29', '2026-10-25']],
  ['Asia/Amman', ['2021-03-26', '2021-10-29']],
  // Begins at 1:00; its last hour comes twice.
  ['America/Santiago', ['2026-09-06', '2026-04-04']],
  ['Africa/Cairo', ['2026-04-24', '2026-10-29']],
  // Loses its last hour; its last hour comes twice.
  ['America/Nuuk', ['2026-03-28', '2026-10-24']],
  // The 30th was skipped.
  ['Pacific/Apia', ['2011-12-30']],
  ['UTC', ['2024-02-29', '2026-12-31']],
]
