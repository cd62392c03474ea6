/**
 * Fills the cart of the person whose ordering window has closed, with one size of each of the first two products of their
 * wardrobe that are in stock, as if they had added them while it was open.
 */
export const FILL_CLOSED_CART_SQL = `
  with person as (select organisation_id, id from customer where email = 'track@corvane.example'),
  cart as (insert into cart (organisation_id, customer_id) select organisation_id, id from person returning organisation_id, id, customer_id)
  insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity)
  select cart.organisation_id, cart.id, listed.product_id, size.id, 1
  from cart
  cross join lateral (
    select gp.product_id from customer_collection cc
    join collection_group g on g.organisation_id = cc.organisation_id and g.collection_id = cc.collection_id
    join collection_group_product gp on gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id
    where cc.organisation_id = cart.organisation_id and cc.customer_id = cart.customer_id
    order by g.display_order, gp.display_order limit 2) listed
  cross join lateral (
    select c.id from combination c join stock_level s on s.combination_id = c.id
    where c.product_id = listed.product_id and s.on_hand > s.reserved order by c.id limit 1) size`;
