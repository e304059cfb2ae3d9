export type BackupName = {
  /** Made by the start, before it changed an older database. */
  beforeUpgrade: boolean
  /** Restored into a database of its own and compared, when it was made. */
  verified: boolean
}

/** Whether a backup was verified stands in its name, so that it goes wherever the file goes. */
export function toFileName(madeAt: Date, { beforeUpgrade, verified }: BackupName): string {
  const stamp = `${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  return `stockie-${beforeUpgrade ? 'before-upgrade-' : ''}${stamp}${verified ? '' : '.unverified'}.sql.gz`
}

const pattern =
  /^stockie-(before-upgrade-)?(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(\.unverified)?\.sql\.gz$/

/** What a file's name says; null where it is not one of ours. */
export function readFileName(name: string): (BackupName & { madeAt: Date }) | null {
  const found = pattern.exec(name)
  if (!found) return null
  const [, upgrade, year, month, day, hour, minute, second, unverified] = found
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(madeAt.getTime())) return null
  return { madeAt, beforeUpgrade: upgrade !== undefined, verified: unverified === undefined }
}
