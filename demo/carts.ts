/**
 * Fills the cart of the person whose ordering window has closed, as if they had added something in the uniform builder while it
 * was open: of the first two groups of which they have not ordered everything, one size of the first product in stock.
 */
export const FILL_CLOSED_CART_SQL = `
  with person as (select organisation_id, id from customer where email = 'track@corvane.example'),
  cart as (insert into cart (organisation_id, customer_id) select organisation_id, id from person returning organisation_id, id, customer_id),
  unfinished as (
    select g.organisation_id, g.id, g.collection_id, cart.id as cart_id, g.display_order
    from cart
    join customer_collection cc on cc.organisation_id = cart.organisation_id and cc.customer_id = cart.customer_id
    join collection_group g on g.organisation_id = cc.organisation_id and g.collection_id = cc.collection_id
    where g.quantity > (
      select coalesce(sum(l.covered_quantity), 0) from order_line l
      where l.organisation_id = g.organisation_id and l.wearer_id = cart.customer_id and l.collection_group_id = g.id)
    order by g.display_order limit 2)
  insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity, collection_id, collection_group_id, source)
  select u.organisation_id, u.cart_id, size.product_id, size.id, 1, u.collection_id, u.id, 'builder'
  from unfinished u
  cross join lateral (
    select c.id, c.product_id from collection_group_product gp
    join combination c on c.product_id = gp.product_id and not c.discontinued
    join stock_level s on s.combination_id = c.id
    where gp.organisation_id = u.organisation_id and gp.collection_group_id = u.id and s.on_hand > s.reserved
    order by gp.display_order, c.id limit 1) size
  order by u.display_order`;
