const COLUMN_LABELS: Partial<Record<string, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  gender: 'Gender',
  po_number: 'PO number',
  employee_number: 'Employee number',
  resort_id: 'Destination',
  business_area_id: 'Business area',
  job_role_id: 'Job role',
  cost_centre_id: 'Cost centre',
  departments: 'Departments',
  starts_on: 'First day of work',
  ends_on: 'Last day of work',
  weekly_hours: 'Weekly hours',
  email: 'Email',
  active: 'Account open',
  allow_order_approval: 'May approve orders',
  allocation_type_id: 'Allocation',
  wardrobe_opt_out_at: 'Opted out',
  roles: 'Roles',
  groups: 'Groups',
  adminableGroups: 'Groups administered',
  seasons: 'Seasons',
  collections: 'Wardrobes',
};

/** The label of a versioned column or list. */
export const personColumnLabel = (counted: string): string => COLUMN_LABELS[counted] ?? 'A preference';
