/** Departments of a rotation that one lead is offered to in turn, unless somebody says otherwise (product.md 6.3). */
export const maxDepartments = 3
