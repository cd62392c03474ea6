-- Which columns of a size guide say how long the legs of trousers are, so that a leg can be advised beside the size.
alter table size_chart add column legs jsonb not null default '{}'; -- { "Inside leg S / R / L (cm)": ["Short", "Regular", "Long"] }
