import { managementRoles, type ImportResource } from '@stockie/contracts'
import { FileUp } from 'lucide-react'
import { useState } from 'react'

import type { ToolbarItem } from '@/components/data-table/table-toolbar'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { Button } from '@/components/ui/button'
import { useSession } from '@/lib/session/session-store'

const ImportDialog = lazyDialog(() => import('./import-dialog').then((file) => file.ImportDialog))

/** Owners and managers import records. */
export function useMayImport() {
  const session = useSession()
  return session.authState === 'Success' && managementRoles.includes(session.role)
}

/** The import of a list, if the user may use it: its place in the toolbar, its button, and its dialog. */
export function useListImport(resource: ImportResource) {
  const [isOpen, setIsOpen] = useState(false)
  const mayImport = useMayImport()
  if (!mayImport) return null

  const tool: ToolbarItem = {
    label: 'Import',
    icon: <FileUp aria-hidden />,
    run: () => setIsOpen(true),
  }
  return {
    tool,
    /** For the hint of an empty list. */
    button: (
      <Button variant="outline" onClick={tool.run}>
        {tool.icon}
        {tool.label}
      </Button>
    ),
    dialog: isOpen && <ImportDialog resource={resource} onClose={() => setIsOpen(false)} />,
  }
}
