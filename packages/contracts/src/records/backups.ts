import { z } from 'zod'

/** How many alive records of each kind a backup holds. */
const backupCounts = z.object({
  accounts: z.int().meta({ example: 3 }),
  customers: z.int().meta({ example: 12 }),
  suppliers: z.int().meta({ example: 4 }),
  products: z.int().meta({ example: 40 }),
  sales: z.int().meta({ example: 1200 }),
  purchases: z.int().meta({ example: 80 }),
  expenses: z.int().meta({ example: 25 }),
})

export const backupRow = z.object({
  name: z.string().meta({ example: 'stockie-20261121T224300Z.sql.gz' }),
  createdAt: z.string().meta({ example: '2026-11-21T22:43:00.000Z' }),
  bytes: z.int().meta({ example: 184_320 }),
  counts: backupCounts.nullable().meta({ description: 'Null if the file cannot be read.' }),
  proved: z.boolean().meta({
    description: 'Whether it was verified: restored into a database of its own and compared.',
    example: true,
  }),
})

export const backupJob = z.object({
  id: z.int().meta({ example: 1 }),
  state: z.enum(['waiting', 'running', 'done', 'failed']).meta({ example: 'running' }),
  done: z.int().meta({ description: 'Rows that were handled.', example: 4200 }),
  total: z.int().meta({ description: 'Rows of all steps. 0 until they are known.', example: 9000 }),
  error: z.string().nullable().meta({ example: null }),
  name: z.string().nullable().meta({ description: 'The file, once it is made.', example: null }),
  requestedAt: z.string().meta({ example: '2026-11-21T22:43:00.000Z' }),
  requestedBy: z.string().nullable().meta({ example: 'Olivia Owner' }),
})

export const backupStatus = z.object({
  provedAt: z.string().nullable().meta({ example: '2026-11-21T22:43:00.000Z' }),
  overdue: z.boolean().meta({
    description: 'Whether no backup was verified for `hours`. False in a shop that is younger.',
    example: false,
  }),
  hours: z.number().meta({ example: 50 }),
})

export const downloadTicket = z.object({
  url: z
    .string()
    .meta({ description: 'Works once, without a token.', example: '/api/v1/downloads/1f2e' }),
  expiresAt: z.string().meta({ example: '2026-11-21T22:44:00.000Z' }),
})

export type BackupRow = z.output<typeof backupRow>
export type BackupJob = z.output<typeof backupJob>
export type BackupStatus = z.output<typeof backupStatus>
export type DownloadTicket = z.output<typeof downloadTicket>
