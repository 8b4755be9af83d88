import { RecentTracker } from './palette/RecentTracker.tsx'
import { Shortcuts } from './shortcuts/Shortcuts.tsx'

/** What attends every page without being seen. */
export const attendants = [RecentTracker, Shortcuts]
