import { engineParts, engineViews } from './engineViews.ts'
import type { BusinessParts, ConsoleOptions } from './consoleOptions.ts'

const noTexts = async () => []

/** With what the engine and the features bring; a view or a screen of the business takes the place of theirs. */
export function withOwnScreens(options: ConsoleOptions): ConsoleOptions & Required<BusinessParts> {
  const features = [engineParts, ...options.slots.features]
  const views = { ...engineViews, ...options.views }
  const { screens: own = [], resources } = options
  const ofFeatures = features
    .flatMap(({ screens = [] }) => screens)
    .filter(({ isNeeded }) => isNeeded?.(resources) ?? true)
    .filter(({ path }) => !own.some((one) => one.path === path))
  return {
    home: [],
    folded: [],
    optionLists: [],
    permissionTexts: noTexts,
    ...options,
    slots: { ...options.slots, features, views },
    // The sidebar begins with the dashboard.
    screens: [...ofFeatures, ...own],
    views,
  }
}
