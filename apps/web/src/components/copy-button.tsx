import { Check, Copy } from 'lucide-react'
import { useState, type RefObject } from 'react'

import { Button } from './ui/button'

interface CopyButtonProps {
  text: string
  /** The element that shows the text. */
  shownIn: RefObject<HTMLElement | null>
  onCopied?: () => void
}

/** Over plain HTTP the browser has no clipboard for pages. Then the text is selected, for a copy by hand. */
export function CopyButton({ text, shownIn, onCopied }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      onCopied?.()
    } catch {
      if (shownIn.current) getSelection()?.selectAllChildren(shownIn.current)
    }
  }

  return (
    <Button type="button" variant="outline" onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}
