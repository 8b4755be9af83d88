/** More leads than these at once go only to departments that take a lot (product.md D4). */
export const fewLeads = 500
