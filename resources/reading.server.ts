import { prepareLocalization } from '#system'

import { cardNumber } from './cardNumber.server.ts'
import { resources } from './index.ts'
import { prepareListed } from './leads/blackList/prepareListed.server.ts'
import { prepareLead } from './leads/lead/prepareLead.server.ts'

/** What the thread that reads files loads of the business: the form of what is imported, and none of the server. */
export const business = {
  resources,
  behaviors: {
    leads: { prepare: prepareLead },
    black_list: { prepare: prepareListed },
    localizations: { prepare: prepareLocalization },
  },
  forbiddenText: cardNumber,
}
