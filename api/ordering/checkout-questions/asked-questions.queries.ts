import { sql } from 'kysely';
import { isCostCentreOpen } from '#api/people/person/cost-centres.queries.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/**
 * The questions that the person may be asked at checkout, as JSON of `AskedQuestion`: those of an organisation `o` that everyone is asked, or people of one
 * of their groups. What is in the cart decides further. The values of a question about cost centres are those that they may choose today, with the one that
 * is the default of the person chosen.
 */
export const askedQuestions = (scope: Scope) => sql`(
  select coalesce(json_agg(json_build_object('id', q.id, 'name', q.name, 'textPrompt', q.text_prompt, 'kind', q.kind, 'isRequired', q.is_required,
    'isCostCentre', q.has_cost_centres, 'defaultValue', q.default_value, 'productIds', q.product_ids, 'collectionIds', case
      when q.collection_ids = '{}' then '[]'
      else (
        with recursive family as (
          select unnest(q.collection_ids) as id
          union select c.id from collection c join family f on c.organisation_id = q.organisation_id and c.parent_collection_id = f.id)
        select coalesce(json_agg(family.id), '[]') from family) end,
    'values', case when q.has_cost_centres then (
      select coalesce(json_agg(json_build_object('id', k.id, 'name', k.code || ' ' || k.name, 'priceMinor', 0, 'seasonLimitMinor', k.season_limit_minor,
        'isPreselected', k.id is not distinct from (select c.cost_centre_id from customer c where c.organisation_id = o.id and c.id = ${scope.customerId}))
        order by lower(k.code), k.id), '[]')
      from cost_centre k
      where k.organisation_id = q.organisation_id and ${isCostCentreOpen} and (k.group_ids = '{}' or k.group_ids && ${[...scope.groupIds]}::bigint[]))
    else (
      select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'priceMinor', v.price_minor, 'isPreselected', v.is_preselected)
        order by v.display_order, v.id), '[]')
      from checkout_question_value v where v.organisation_id = q.organisation_id and v.question_id = q.id and v.active) end)
    order by q.display_order, q.id), '[]')
  from checkout_question q
  where q.organisation_id = o.id and q.active and (q.group_ids = '{}' or q.group_ids && ${[...scope.groupIds]}::bigint[])) as questions`;
