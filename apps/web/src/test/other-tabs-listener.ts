import { syncWithOtherTabs } from '@/lib/session/session'

// As main.tsx does, and once: all files of a worker share one window.
syncWithOtherTabs()
