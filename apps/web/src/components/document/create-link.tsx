import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'

import { Button } from '@/components/ui/button'

export function CreateLink({ to }: { to: string }) {
  return (
    <Button asChild>
      <Link to={to}>
        <Plus aria-hidden />
        Create
      </Link>
    </Button>
  )
}
