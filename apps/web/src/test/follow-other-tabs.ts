import { followOtherTabs } from '@/lib/session'

// As main.tsx does, and once: all files of a worker share one window.
followOtherTabs()
