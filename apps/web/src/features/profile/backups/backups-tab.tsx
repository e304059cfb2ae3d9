import { type BackupRow, formatBytes } from '@stockie/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'

import { Badge } from '@/components/badge'
import { ListPlaceholder } from '@/components/list-placeholder'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { Spinner } from '@/components/ui/spinner'
import { formatDateTime } from '@/lib/format'
import { backups, downloadBackup, isRefused } from './backup-requests'

import { BackUpNow } from './back-up-now'
import { ExportEverything } from './export-everything'
import { describeCounts, LastBackup } from './last-backup'

/** The backups of the shop, for its owner. */
export function BackupsTab() {
  const list = useQuery(backups)
  return (
    <>
      <Card>
        <CardHeader>
          <CardTitle>Last backup</CardTitle>
          <CardDescription>
            A backup holds the whole shop. Stockie restores each one into an empty database and
            compares it. Only then is it verified.
          </CardDescription>
        </CardHeader>
        <CardContent className="grid gap-4">
          <LastBackup rows={list.data} />
          <BackUpNow />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>All backups</CardTitle>
          <CardDescription>
            Keep a copy on another machine. Whoever has a backup has the whole shop, accounts
            included.
          </CardDescription>
        </CardHeader>
        <CardContent className="pt-1 pb-4">
          {list.data ? (
            <BackupList rows={list.data} />
          ) : (
            <ListPlaceholder
              list={list}
              loading="Loading backups..."
              failure={isRefused(list.error) ? list.error.message : 'Failed to load backups.'}
            />
          )}
        </CardContent>
      </Card>
      <RestoreHelp />
      <ExportEverything />
    </>
  )
}

function BackupList({ rows }: { rows: BackupRow[] }) {
  if (rows.length === 0) {
    return <p className="py-4 text-sm text-muted-foreground">There are no backups yet.</p>
  }
  return (
    <ul aria-label="Backups" className="divide-y">
      {rows.map((row) => (
        <Backup key={row.name} row={row} />
      ))}
    </ul>
  )
}

function Backup({ row }: { row: BackupRow }) {
  const download = useMutation(downloadBackup)
  const { name, createdAt, bytes, counts, proved } = row
  const isBeforeUpgrade = name.includes('before-upgrade')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium tabular-nums">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          <Badge>{proved ? 'Verified' : 'Not verified'}</Badge>
          {isBeforeUpgrade && <Badge>Before an upgrade</Badge>}
        </p>
        <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
          {formatBytes(bytes)} · {counts ? describeCounts(counts) : 'This file cannot be read.'}
        </p>
        <p className="text-[0.8125rem] wrap-anywhere text-muted-foreground">{name}</p>
      </div>
      <Button variant="outline" disabled={download.isPending} onClick={() => download.mutate(row)}>
        {download.isPending ? <Spinner /> : <Download aria-hidden />}
        Download
        <span className="sr-only"> the backup of {formatDateTime(createdAt)}</span>
      </Button>
    </li>
  )
}

const command =
  'rounded-md border bg-muted/40 px-3 py-2 font-mono text-[0.8125rem] whitespace-pre-wrap wrap-anywhere'

function RestoreHelp() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Restore</CardTitle>
        <CardDescription>
          A restore replaces the whole shop, so it is done on the machine that runs Stockie. It can
          be undone. Stop Stockie first. FILE is the backup: with npm its path, with Docker Compose
          its name. Without --yes, the command only shows what the backup holds.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-3 text-sm">
        <p>Started with npm:</p>
        <pre className={command}>npm run restore -- FILE --yes</pre>
        <p>With Docker Compose:</p>
        <pre className={command}>
          {'docker compose stop app backup\ndocker compose run --rm restore /backups/FILE --yes\n'}
          {'docker compose up -d'}
        </pre>
      </CardContent>
    </Card>
  )
}
