/** How parts of react-admin begin in screens of a business: an address of the console ends with the record, not with a tab. */
export const reactAdminParts = {
  RaTabbedForm: { defaultProps: { syncWithLocation: false } },
  RaTabbedShowLayout: { defaultProps: { syncWithLocation: false } },
}
