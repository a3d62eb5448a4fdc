package main

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) keyCommand() *cobra.Command {
	return group("key", "Keys to log in with",
		`A key lets a person or program work with the service. It is shown once, when it is made.`,
		a.keyListCommand(), a.keyAddCommand(), a.keyRevokeCommand())
}

var keyChoice = choice[api.Key]{
	noun: "key", lists: "nast key list",
	id:    func(k api.Key) string { return k.ID.String() },
	names: func(k api.Key) []string { return []string{firstOf(k.Label, k.Prefix), k.Prefix} },
}

// keyOwner is the director named, or whoever asks.
func (a *app) keyOwner(ctx context.Context, service *client.Service, args []string) (uuid.UUID, error) {
	if len(args) > 0 {
		d, err := a.director(ctx, service, args[0])
		if err != nil {
			return uuid.Nil, err
		}
		return d.ID, nil
	}
	me, err := client.OK(service.GetMeWithResponse(ctx))
	if err != nil {
		return uuid.Nil, err
	}
	return me.Tenant.ID, nil
}

func (a *app) keyListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list [DIRECTOR]",
		Short:   "List keys",
		Long:    `Lists the keys of a director, your own without one. Only the start of each key is shown.`,
		Example: `  nast key list lopez`,
		Args:    between(0, 1, "a director"),
		RunE: func(c *cobra.Command, args []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			owner, err := a.keyOwner(c.Context(), service, args)
			if err != nil {
				return err
			}
			keys, err := client.Collect(service.Keys(c.Context(), owner))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(keys)
			}
			table := display.NewTable("Id", "Begins with", "Label", "Role", "Made", "Expires", "Revoked")
			for _, k := range keys {
				table.Row(display.ShortID(k.ID.String()), k.Prefix, k.Label, string(k.Role),
					day(&k.CreatedAt), day(k.ExpiresAt), day(k.RevokedAt))
			}
			return table.Write(a.out)
		},
	}
}

func day(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format("2006-01-02")
}

func (a *app) keyAddCommand() *cobra.Command {
	var label, role, expires string
	c := &cobra.Command{
		Use:   "add [DIRECTOR]",
		Short: "Make another key",
		Long: `Makes a key for a director, for yourself without one. It is shown only this once; with --quiet
only the key is printed.`,
		Example: `  nast key add lopez --label "hall laptop" --expires 2026-12-31`,
		Args:    between(0, 1, "a director"),
		RunE: func(c *cobra.Command, args []string) error {
			body := api.KeyCreate{Label: optional(label), Role: changed(c, "role", api.Role(role))}
			if c.Flags().Changed("expires") {
				date, err := parseDate(expires)
				if err != nil {
					return err
				}
				end := date.AddDate(0, 0, 1) // through the whole day
				body.ExpiresAt = &end
			}
			service, err := a.service()
			if err != nil {
				return err
			}
			owner, err := a.keyOwner(c.Context(), service, args)
			if err != nil {
				return err
			}
			made, err := client.Created(service.CreateKeyWithResponse(c.Context(), owner, nil, body))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(made)
			}
			a.say("The key (%s, %s), shown only this once:", made.Role, display.ShortID(made.ID.String()))
			a.print("%s", made.APIKey)
			return nil
		},
	}
	c.Flags().StringVar(&label, "label", "", "what the key is for")
	c.Flags().StringVar(&role, "role", "", "organiser, director, viewer, treasurer or scorer (default: the owner's)")
	c.Flags().StringVar(&expires, "expires", "", "last day on which it counts, as 2026-12-31 (UTC)")
	return c
}

func (a *app) keyRevokeCommand() *cobra.Command {
	var owner string
	c := &cobra.Command{
		Use:     "revoke KEY",
		Short:   "End a key at once",
		Long:    `Ends a key, named by its id, its label or its first characters. It cannot be taken back.`,
		Example: `  nast key revoke "hall laptop" --director lopez`,
		Args:    exactly(1, "a key; nast key list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			id, err := uuid.Parse(args[0])
			if err != nil {
				var of []string
				if owner != "" {
					of = []string{owner}
				}
				ownerID, err := a.keyOwner(c.Context(), service, of)
				if err != nil {
					return err
				}
				keys, err := client.Collect(service.Keys(c.Context(), ownerID))
				if err != nil {
					return err
				}
				valid := slices.DeleteFunc(keys, func(k api.Key) bool { return k.RevokedAt != nil })
				key, err := keyChoice.pick(slice(valid), args[0])
				if err != nil {
					return err
				}
				id = key.ID
			}
			if err := client.Done(service.RevokeKeyWithResponse(c.Context(), id)); err != nil {
				return err
			}
			a.say("The key does not count any more.")
			return nil
		},
	}
	c.Flags().StringVar(&owner, "director", "", "whose key it is (default: your own)")
	return c
}
