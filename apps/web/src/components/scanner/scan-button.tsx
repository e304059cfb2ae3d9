import { ScanBarcode } from 'lucide-react'
import { type ComponentProps, useState } from 'react'

import { Button } from '@/components/ui/button'
import { mayHaveCamera } from '@/lib/barcodes/camera'
import { cn } from '@/lib/cn'

/** Opens a dialog with the camera. Absent on a device that can have none. */
export function ScanButton({ className, ...props }: ComponentProps<typeof Button>) {
  const [isShown] = useState(mayHaveCamera)
  if (!isShown) return null
  return (
    <Button
      type="button"
      variant="outline"
      className={cn('max-sm:size-10 max-sm:px-0', className)}
      {...props}
    >
      <ScanBarcode aria-hidden />
      <span className="max-sm:sr-only">Scan</span>
    </Button>
  )
}
