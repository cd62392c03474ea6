-- Payments by card, who pays what of an order, questions at checkout and cost centres.
-- Works with earlier code
-- Constraints on columns that earlier code does not write are wider than before.

-- Ways to pay

alter table payment_option
  drop constraint payment_option_system_name_check,
  add constraint payment_option_system_name check (system_name in ('Payments.OnAccount', 'Payments.Card')),
  add column for_organisation boolean not null default true,
  add column for_own_part boolean not null default false,
  add constraint payment_option_own_part check (not for_own_part or system_name = 'Payments.Card');
comment on column payment_option.role_ids is 'Who may choose it for what the organisation pays. Empty: every role.';
comment on column payment_option.for_organisation is 'Whether what the organisation pays can be paid so.';
comment on column payment_option.for_own_part is 'Whether people pay so what they order beyond their entitlement, whatever their roles.';

create table payment_provider (
  brand_id                       bigint not null references brand,
  provider                       text not null constraint payment_provider_name check (provider in ('stripe', 'simulated')),
  host                           text constraint payment_provider_host check (length(host) between 1 and 300),
  sealed_secret_key              bytea not null,
  sealed_webhook_secret          bytea not null,
  sealed_previous_webhook_secret bytea,
  previous_secret_expires_at     timestamptz,
  active                         boolean not null default true,
  updated_at                     timestamptz not null default now(),
  version                        int not null default 1,
  constraint payment_provider_pkey primary key (brand_id),
  constraint payment_provider_previous_secret check ((sealed_previous_webhook_secret is null) = (previous_secret_expires_at is null))
);
comment on table payment_provider is 'Global. Who takes card payments for a brand, with its keys.';
comment on column payment_provider.host is 'Base address of the provider, such as http://localhost:4400; null: the usual one.';

alter table organisation
  add column payment_minutes int not null default 60 constraint organisation_payment_minutes check (payment_minutes between 15 and 20160),
  add column payment_link_hours int not null default 72 constraint organisation_payment_link_hours check (payment_link_hours between 1 and 720),
  add column admins_keep_questions boolean not null default false;
comment on column organisation.payment_minutes is 'How long an order is kept after the last attempt to pay for it by card.';
comment on column organisation.payment_link_hours is 'How long an approved order can be paid for by card.';
comment on column organisation.admins_keep_questions is 'Whether its administrators keep the questions at checkout themselves.';

-- Goods that an employer has to provide

alter table product add column necessity text constraint product_necessity check (necessity in ('protective', 'required'));
comment on column product.necessity is 'Protective equipment, or required at work: no one pays for it themselves. Null: neither.';
alter table collection add column necessity text constraint collection_necessity check (necessity in ('protective', 'required'));
comment on column collection.necessity is 'As that of a product, for all garments of the wardrobe.';

-- Who pays what

alter table orders
  add column card_payer text,
  add column is_all_by_card boolean not null default false,
  add column card_minor bigint not null default 0,
  add column refunded_minor bigint not null default 0,
  add column payment_due_at timestamptz,
  add column payment_reminded_at timestamptz,
  add column payment_held_at timestamptz,
  add column answers jsonb not null default '[]',
  add column checkout_attribute_description text,
  add column cost_centre_id bigint;
alter table orders
  add constraint orders_card_payer check (card_payer in ('person', 'organisation')) not valid,
  add constraint orders_card_amount check (card_minor >= 0 and (card_payer is not null or card_minor = 0 and not is_all_by_card)) not valid,
  add constraint orders_organisation_by_card check (card_payer <> 'organisation' or is_all_by_card) not valid;
comment on column orders.card_payer is 'Whose card pays for it, wholly or in part; null: all of it is the organisation’s, on account.';
comment on column orders.is_all_by_card is 'Whether the card pays for everything, with delivery, fee and charges.';
comment on column orders.card_minor is 'What the card pays, including tax, without cancelled pieces: a projection of the lines.';
comment on column orders.refunded_minor is 'What has been refunded to the card.';
comment on column orders.payment_due_at is 'Until when it is kept for the payment; null where it does not wait for one.';
comment on column orders.payment_held_at is 'Since when a payment is held because it differs from what was asked for.';
comment on column orders.answers is 'Answers to the questions at checkout as they were asked: [{questionId, name, text, value, valueIds}].';

alter table order_line add column card_quantity int not null default 0;
alter table order_line add constraint order_line_card_quantity check (card_quantity between 0 and quantity) not valid;
comment on column order_line.card_quantity is 'Pieces that a card pays. Those leave first when pieces are cancelled or returned; the others are sent first.';

alter table order_charge
  add column by_card boolean not null default false,
  drop constraint order_charge_design,
  add constraint order_charge_design check ((kind = 'setup') = (design_key is not null));

-- Attempts to pay

create table card_payment (
  id                   bigint generated by default as identity,
  organisation_id      bigint not null,
  brand_id             bigint not null references brand,
  order_id             bigint not null,
  attempt              int not null constraint card_payment_attempt check (attempt > 0),
  provider             text not null,
  state                text not null default 'created' constraint card_payment_state check (state in ('created', 'open', 'failed', 'expired', 'cancelled', 'held', 'paid')),
  amount_minor         bigint not null constraint card_payment_amount check (amount_minor > 0),
  currency_code        text not null constraint card_payment_currency check (currency_code ~ '^[A-Z]{3}$'),
  session_reference    text,
  payment_reference    text,
  redirect_url         text,
  received_minor       bigint constraint card_payment_received check (received_minor >= 0),
  refund_claimed_minor bigint not null default 0,
  refunded_minor       bigint not null default 0,
  problem              text constraint card_payment_problem check (length(problem) <= 500),
  created_at           timestamptz not null default now(),
  expires_at           timestamptz not null,
  closed_at            timestamptz,
  checked_at           timestamptz,
  constraint card_payment_pkey primary key (organisation_id, id),
  constraint card_payment_order_fkey foreign key (organisation_id, order_id) references orders (organisation_id, id),
  constraint card_payment_once unique (organisation_id, order_id, attempt),
  constraint card_payment_refunds check (refunded_minor between 0 and refund_claimed_minor and refund_claimed_minor <= coalesce(received_minor, 0))
);
comment on table card_payment is 'Tenant. An attempt to pay for an order by card, at the provider of its brand.';
comment on column card_payment.state is 'created: the provider has not been asked yet, or could not be reached. held: what was paid differs from what was asked for. States only go forward; money that arrives late makes an ended attempt paid.';
comment on column card_payment.session_reference is 'Of the page of the provider on which it is paid.';
comment on column card_payment.payment_reference is 'Of the payment at the provider.';
comment on column card_payment.received_minor is 'What has arrived; null before.';
comment on column card_payment.refund_claimed_minor is 'Refunds that have been decided, whether or not they have arrived: never more than was received.';
comment on column card_payment.problem is 'What went wrong, in words for the supplier.';
comment on column card_payment.checked_at is 'When the provider was last asked how it stands.';
create unique index card_payment_one_open on card_payment (organisation_id, order_id) where state in ('created', 'open');
create unique index card_payment_session on card_payment (brand_id, provider, session_reference) where session_reference is not null;
create index card_payment_reference on card_payment (brand_id, payment_reference) where payment_reference is not null;
create index card_payment_newest on card_payment (created_at desc, id desc);
create index card_payment_to_check on card_payment (expires_at) where state in ('created', 'open');

create table card_payment_event (
  id              bigint generated always as identity primary key,
  brand_id        bigint not null references brand,
  provider        text not null,
  event_id        text not null constraint card_payment_event_key check (length(event_id) between 1 and 255),
  kind            text not null,
  organisation_id bigint,
  payment_id      bigint,
  data            jsonb not null default '{}',
  outcome         text not null constraint card_payment_event_outcome check (outcome in ('applied', 'repeated', 'superseded', 'held', 'unknown')),
  occurred_at     timestamptz not null,
  received_at     timestamptz not null default now(),
  constraint card_payment_event_once unique (brand_id, provider, event_id),
  constraint card_payment_event_payment_fkey foreign key (organisation_id, payment_id) references card_payment (organisation_id, id)
);
comment on table card_payment_event is 'Shared. What providers have told about payments, each event once; organisation_id is null where it belongs to no payment of ours.';
comment on column card_payment_event.data is 'Amounts and references; nothing about cards or people.';
create index card_payment_event_of_payment on card_payment_event (organisation_id, payment_id, id);

create table card_refund (
  id               bigint generated by default as identity,
  organisation_id  bigint not null,
  payment_id       bigint not null,
  order_id         bigint not null,
  refund_key       text not null constraint card_refund_key check (length(refund_key) between 1 and 200),
  amount_minor     bigint not null constraint card_refund_amount check (amount_minor > 0),
  reason           text not null constraint card_refund_reason check (length(reason) between 1 and 500),
  state            text not null default 'due' constraint card_refund_state check (state in ('due', 'sent', 'refused', 'done')),
  refund_reference text,
  attempts         int not null default 0,
  next_attempt_at  timestamptz not null default now(),
  last_error       text constraint card_refund_error check (length(last_error) <= 500),
  lines            jsonb not null default '[]',
  is_excess        boolean not null default false,
  repeats          int not null default 0,
  actor_kind       text not null constraint card_refund_actor check (actor_kind in ('customer', 'operator', 'api_key', 'system')),
  actor_id         bigint,
  created_at       timestamptz not null default now(),
  settled_at       timestamptz,
  constraint card_refund_pkey primary key (organisation_id, id),
  constraint card_refund_payment_fkey foreign key (organisation_id, payment_id) references card_payment (organisation_id, id),
  constraint card_refund_order_fkey foreign key (organisation_id, order_id) references orders (organisation_id, id),
  constraint card_refund_once unique (organisation_id, refund_key, payment_id)
);
comment on table card_refund is 'Tenant. Money that goes back to a card.';
comment on column card_refund.refund_key is 'What it is for, such as `return:12`: the same is refunded once.';
comment on column card_refund.state is 'due: to be sent to the provider. sent: the provider has taken it and not finished. refused: the provider refuses it; an operator can repeat it.';
comment on column card_refund.lines is 'What is refunded, as the receipt prints it.';
comment on column card_refund.is_excess is 'Whether it gives back what never paid for the order, because it came too late, twice or otherwise than asked for.';
comment on column card_refund.repeats is 'How often an operator has repeated it after the provider had refused it.';
create index card_refund_waiting on card_refund (next_attempt_at) where state in ('due', 'sent');
create index card_refund_of_payment on card_refund (organisation_id, payment_id, id);
create unique index card_refund_reference on card_refund (organisation_id, refund_reference) where refund_reference is not null;

create table card_dispute (
  id                bigint generated by default as identity,
  organisation_id   bigint not null,
  payment_id        bigint not null,
  dispute_reference text not null constraint card_dispute_reference check (length(dispute_reference) between 1 and 255),
  amount_minor      bigint not null,
  reason            text constraint card_dispute_reason check (length(reason) <= 200),
  state             text not null constraint card_dispute_state check (state in ('open', 'won', 'lost')),
  opened_at         timestamptz not null,
  closed_at         timestamptz,
  constraint card_dispute_pkey primary key (organisation_id, id),
  constraint card_dispute_payment_fkey foreign key (organisation_id, payment_id) references card_payment (organisation_id, id),
  constraint card_dispute_once unique (organisation_id, payment_id, dispute_reference)
);
comment on table card_dispute is 'Tenant. A payment that the holder of the card has disputed with their bank.';

-- Returns of what a card paid

alter table return_request
  add column card_quantity int not null default 0,
  add column card_refund_minor bigint not null default 0,
  add column card_refund_tax_minor bigint not null default 0;
alter table return_request
  add constraint return_request_card_quantity check (card_quantity between 0 and coalesce(received_quantity, 0)) not valid,
  add constraint return_request_card_refund check (
    card_refund_minor >= 0 and card_refund_tax_minor >= 0
    and (refund_minor is null or card_refund_minor <= refund_minor and card_refund_tax_minor <= refund_tax_minor)) not valid;
comment on column return_request.card_quantity is 'Of the received pieces, those that a card paid.';
comment on column return_request.card_refund_minor is
  'What of it goes back to the card, without tax: part of refund_minor, or of an exchange for a cheaper size. Credit notes are issued for the rest.';

-- Receipts

alter table document_counter
  drop constraint document_counter_kind_check,
  add constraint document_counter_kind check (kind in ('invoice', 'credit_note', 'receipt'));

create table receipt (
  id              bigint generated by default as identity,
  organisation_id bigint not null,
  brand_id        bigint not null references brand,
  kind            text not null constraint receipt_kind check (kind in ('payment', 'refund')),
  serial          bigint not null,
  receipt_number  text not null,
  order_id        bigint not null,
  payment_id      bigint not null,
  refund_id       bigint,
  currency_code   text not null constraint receipt_currency check (currency_code ~ '^[A-Z]{3}$'),
  issued_on       date not null,
  seller          jsonb not null,
  buyer           jsonb not null,
  lines           jsonb not null,
  net_minor       bigint not null,
  tax_minor       bigint not null,
  total_minor     bigint not null,
  created_at      timestamptz not null default now(),
  constraint receipt_pkey primary key (organisation_id, id),
  constraint receipt_number_key unique (receipt_number),
  constraint receipt_serial_key unique (brand_id, serial),
  constraint receipt_payment_fkey foreign key (organisation_id, payment_id) references card_payment (organisation_id, id),
  constraint receipt_refund_fkey foreign key (organisation_id, refund_id) references card_refund (organisation_id, id),
  constraint receipt_order_fkey foreign key (organisation_id, order_id) references orders (organisation_id, id),
  constraint receipt_of_kind check ((kind = 'refund') = (refund_id is not null)),
  constraint receipt_total check (total_minor = net_minor + tax_minor)
);
comment on table receipt is 'Tenant. What was paid by card, or refunded to it, with VAT. Numbered without gaps by brand, and never changed.';
comment on column receipt.lines is 'As printed: [{name, sku, description, quantity, unitPriceMinor, netMinor, taxRate, taxMinor}].';
create unique index receipt_of_payment on receipt (organisation_id, payment_id) where kind = 'payment';
create unique index receipt_of_refund on receipt (organisation_id, refund_id) where kind = 'refund';
create index receipt_of_order on receipt (organisation_id, order_id);

-- Questions at checkout and cost centres

create table cost_centre (
  id                 bigint generated by default as identity,
  organisation_id    bigint not null references organisation,
  code               text not null constraint cost_centre_code check (length(code) between 1 and 40),
  name               text not null constraint cost_centre_name check (length(name) between 1 and 200),
  group_ids          bigint[] not null default '{}',
  active             boolean not null default true,
  starts_on          date,
  ends_on            date,
  season_limit_minor bigint constraint cost_centre_limit check (season_limit_minor >= 0),
  version            int not null default 1,
  field_versions     jsonb not null default '{}',
  created_at         timestamptz not null default now(),
  constraint cost_centre_pkey primary key (organisation_id, id),
  constraint cost_centre_days check (starts_on <= ends_on)
);
comment on table cost_centre is 'Tenant. What an order can be charged to within the organisation.';
comment on column cost_centre.group_ids is 'Whose people may choose it. Empty: everyone.';
comment on column cost_centre.season_limit_minor is 'What its orders of a season may cost without approval, excluding tax; null: no limit.';
create unique index cost_centre_code_once on cost_centre (organisation_id, lower(code));

alter table customer add column cost_centre_id bigint;
alter table customer
  add constraint customer_cost_centre_fkey foreign key (organisation_id, cost_centre_id) references cost_centre (organisation_id, id) not valid;
comment on column customer.cost_centre_id is 'The cost centre of their orders until they choose another one.';
alter table orders
  add constraint orders_cost_centre_fkey foreign key (organisation_id, cost_centre_id) references cost_centre (organisation_id, id) not valid;
create index orders_of_cost_centre on orders (organisation_id, cost_centre_id, season_id) where cost_centre_id is not null;

create table checkout_question (
  id                bigint generated by default as identity,
  organisation_id   bigint not null references organisation,
  name              text not null constraint checkout_question_name check (length(name) between 1 and 200),
  text_prompt       text constraint checkout_question_prompt check (length(text_prompt) between 1 and 500),
  kind              smallint not null constraint checkout_question_kind check (kind in (1, 2, 3, 4, 10, 20)),
  is_required       boolean not null default false,
  has_cost_centres  boolean not null default false,
  group_ids         bigint[] not null default '{}',
  collection_ids    bigint[] not null default '{}',
  product_ids       bigint[] not null default '{}',
  default_value     text constraint checkout_question_default check (length(default_value) between 1 and 400),
  display_order     int not null default 0,
  active            boolean not null default true,
  version           int not null default 1,
  field_versions    jsonb not null default '{}',
  created_at        timestamptz not null default now(),
  constraint checkout_question_pkey primary key (organisation_id, id),
  constraint checkout_question_cost_centres check (not has_cost_centres or kind = 1)
);
comment on table checkout_question is 'Tenant. What is asked at checkout. Where group_ids, collection_ids or product_ids are not empty, it is asked of people of these groups, and for orders with a garment of these wardrobes or one of these products.';
comment on column checkout_question.kind is '1 list, 2 radio buttons, 3 checkboxes, 4 text, 10 long text, 20 day.';
comment on column checkout_question.has_cost_centres is 'Whether the cost centres are its values.';
create unique index checkout_question_cost_centres_once on checkout_question (organisation_id) where has_cost_centres and active;

create table checkout_question_value (
  id              bigint generated by default as identity,
  organisation_id bigint not null,
  question_id     bigint not null,
  name            text not null constraint checkout_question_value_name check (length(name) between 1 and 200),
  price_minor     bigint not null default 0 constraint checkout_question_value_price check (price_minor >= 0),
  is_preselected  boolean not null default false,
  display_order   int not null default 0,
  active          boolean not null default true,
  constraint checkout_question_value_pkey primary key (organisation_id, id),
  constraint checkout_question_value_question_fkey foreign key (organisation_id, question_id) references checkout_question (organisation_id, id)
);
comment on table checkout_question_value is 'Tenant. An answer to choose from.';
comment on column checkout_question_value.price_minor is 'What it adds to an order, excluding tax; taxed at the rate of the organisation.';
create index checkout_question_value_of_question on checkout_question_value (organisation_id, question_id, display_order, id);

alter table cart
  add column summary_own_minor bigint not null default 0,
  add column answers jsonb not null default '[]';
comment on column cart.summary_own_minor is 'What the person would pay themselves including tax, as the last summary showed.';
comment on column cart.answers is 'Answers to the questions at checkout so far: [{id, value}].';

alter table invoice_line
  drop constraint invoice_line_kind_check,
  add constraint invoice_line_kind_check check (kind in ('goods', 'delivery', 'fee', 'setup', 'question')),
  drop constraint invoice_line_charge,
  add constraint invoice_line_charge check ((kind in ('setup', 'question')) = (order_charge_id is not null));

alter table approval_rule
  drop constraint approval_rule_kind_check,
  add constraint approval_rule_kind_check check (kind in ('always', 'above_amount', 'product', 'first_order', 'cost_centre'));
