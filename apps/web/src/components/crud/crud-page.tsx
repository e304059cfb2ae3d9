import type { ImportResource } from '@stockie/contracts'
import { Plus } from 'lucide-react'
import type { ComponentType } from 'react'

import { useListImport } from '@/components/import/list-import'
import { Button } from '@/components/ui/button'

import type { CrudDialogProps, CrudResource, CrudRow } from './crud-resource'
import { ListPage, type ListPageProps } from './list-page'
import { useEditedRecord } from './use-edited-record'

type ProvidedProps = 'create' | 'listImport' | 'getId' | 'rowName' | 'open' | 'onOpen'

interface CrudPageProps<Row extends CrudRow> extends Omit<ListPageProps<Row>, ProvidedProps> {
  resource: CrudResource<Row, never> & { path: ImportResource }
  /** Mounted only while it is open. */
  Dialog: ComponentType<CrudDialogProps<Row>>
  /** Combines a record as it is now with the one whose form is opened again. */
  reopen?: (now: Row, opened: Row) => Row
}

/** A screen of records: their list, and the dialog that adds and edits them. */
export function CrudPage<Row extends CrudRow>({ Dialog, reopen, ...list }: CrudPageProps<Row>) {
  const { editing, setEditing } = useEditedRecord(list.resource, reopen)
  const listImport = useListImport(list.resource.path)
  return (
    <>
      <ListPage
        {...list}
        listImport={listImport}
        create={
          <Button onClick={() => setEditing('new')}>
            <Plus aria-hidden />
            Create
          </Button>
        }
        getId={getId}
        rowName={getName}
        open="Edit"
        onOpen={setEditing}
      />
      {listImport?.dialog}
      {editing !== null && <Dialog editing={editing} onClose={() => setEditing(null)} />}
    </>
  )
}

function getId({ id }: CrudRow) {
  return id
}

function getName({ name }: CrudRow) {
  return name
}
