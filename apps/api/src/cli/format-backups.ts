import path from 'node:path'
import { listBackups } from '@/database/backup/list-backups'
import { formatBytes } from './format-bytes'
import { formatStamp } from './format-stamp'
import { formatTable } from './format-table'

export async function formatBackups(folder: string): Promise<string> {
  const backups = await listBackups(folder)
  if (backups.length === 0) return `There are no backups in ${folder} yet.`
  const rows = backups.map(({ file, madeAt, bytes, verified, beforeUpgrade }) => [
    path.basename(file),
    formatStamp(madeAt),
    formatBytes(bytes),
    [verified ? 'verified' : 'NOT verified', beforeUpgrade ? ', before an upgrade' : ''].join(''),
  ])
  return `${folder}\n${formatTable([['File', 'Made', 'Size', ''], ...rows])}`
}
